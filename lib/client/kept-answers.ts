/** The list of answers that wait on this phone. All tabs share one (CON-11): it is read anew for every change. */
import type { AnswerValue, SubmitAnswer } from "@/lib/contracts/answers";
import type { KeyValueStore } from "./storage";

export type KeptAnswer = SubmitAnswer & {
  /** changed again while the first change was on its way */
  next?: AnswerValue;
  /** not to be sent: somebody else in the team was quicker, and the player has not chosen yet */
  lost?: true;
};

export function keptAnswers(storage: KeyValueStore, key: string) {
  function read(): KeptAnswer[] {
    try {
      const kept: unknown = JSON.parse(storage.get(key) ?? "[]");
      if (!Array.isArray(kept)) return [];
      return kept.filter(
        (entry) =>
          typeof entry?.questionId === "string" &&
          typeof entry?.submissionId === "string" &&
          typeof entry?.value?.kind === "string",
      );
    } catch {
      return [];
    }
  }
  /** Only the change is made: what another tab wrote stays. */
  function rewrite(change: (kept: KeptAnswer[]) => KeptAnswer[]): void {
    const kept = change(read());
    if (kept.length === 0) storage.remove(key);
    else storage.set(key, JSON.stringify(kept));
  }
  return { read, rewrite };
}
