import type { Viewport } from "next";
import { PhoneApp } from "@/components/player/phone-app";

/** The keyboard makes the page smaller instead of lying on its lower half, where browsers can do that. */
export const viewport: Viewport = { interactiveWidget: "resizes-content" };

export default function PlayPage() {
  return <PhoneApp />;
}
