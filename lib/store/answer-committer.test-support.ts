/** Sessions with a question that is open, and players who answer it. */
import type { AnswerInput } from "./answer-committer";
import { playerRepository } from "./player-repository";
import type { Store } from "./store";
import { addSession } from "./test-store";

export const closesAt = 1_800_000_000_000;

let count = 0;
export async function seatPlayer(store: Store, sessionId: string): Promise<string> {
  count += 1;
  const seated = await playerRepository(store).seat({
    sessionId,
    playerId: `player${count}`,
    deviceId: `device${count}`,
    name: `Team ${count}`,
    nameKey: `team ${count}`,
    seatCode: `CODE${count}`,
    source: "pin",
    now: 1,
  });
  if (!seated.ok) throw new Error(seated.error.code);
  return seated.value.playerId;
}

/** An open question, a player, and an answer of theirs that is in time. */
export async function openQuestionOf(store: Store): Promise<AnswerInput> {
  const { sessionId } = await addSession(store, { closesAt });
  return {
    sessionId,
    playerId: await seatPlayer(store, sessionId),
    questionId: "q1",
    submissionId: "first-submission",
    value: { kind: "choice", choiceId: "a" },
    receivedAt: closesAt - 1000,
  };
}
