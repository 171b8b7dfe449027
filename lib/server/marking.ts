/**
 * What a marking page is sent: the whole night once, then only the questions that differ. A full night of 300 teams is
 * over a megabyte, and two people mark ten times a second over a pub's WiFi.
 */
import type { MarkingReply } from "@/lib/contracts/http";
import type { MarkingQuestion } from "@/lib/contracts/marking";
import type { SessionRoom } from "./session-room";

/** Per question what was last sent, and the version with which that was new. */
type Known = Map<string, { question: MarkingQuestion; json: string; changedAt: number }>;
const knownByRoom = new WeakMap<SessionRoom, { version: number; known: Known }>();

/**
 * `since`: the version the page shows; then `questions` has only those that changed after it. Null: all of them.
 * A seat that was renamed, merged or removed, and an answer that arrived late, change questions without a version: they
 * count as new with the next one.
 */
export function markingReply(room: SessionRoom, since: number | null): MarkingReply {
  const view = room.marking();
  const { version } = view;
  const memory = knownByRoom.get(room) ?? { version, known: new Map() };
  const known: Known = new Map();
  for (const question of view.questions) {
    const same = memory.known.get(question.questionId);
    if (same?.question === question) {
      known.set(question.questionId, same);
      continue;
    }
    const json = JSON.stringify(question);
    const isSentAlready = same !== undefined && memory.version === version;
    const changedAt = same?.json === json ? same.changedAt : isSentAlready ? version + 1 : version;
    known.set(question.questionId, { question, json, changedAt });
  }
  knownByRoom.set(room, { version, known });
  return {
    ...view,
    questionIds: view.questions.map(({ questionId }) => questionId),
    questions:
      since === null || since > version
        ? view.questions
        : view.questions.filter(({ questionId }) => (known.get(questionId)?.changedAt ?? version) > since),
  };
}
