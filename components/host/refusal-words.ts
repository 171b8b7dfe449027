import type { Refusal } from "@/lib/contracts/refusals";

/** A refused order in the words of a host with a microphone: what happened, and what to do now. */
export function refusalWords({ code, message }: Refusal): string {
  switch (code) {
    case "STALE":
      return "Somebody else pressed first. This is where the quiz is now.";
    case "RATE_LIMITED":
      return "Too many presses at once. Wait a moment, then press again.";
    case "UNAVAILABLE":
      return `${message} If nothing changed, press again.`;
    case "UNAUTHENTICATED":
      return "You have been signed out. Reload this page to sign in again.";
    default:
      return message;
  }
}
