/** A small honest night as a history and its results, to be doctored in tests. */
import type { ResultsReply } from "@/lib/contracts/http";
import type { Evidence } from "./check";
import type { Entry } from "./history";
import { inWords, isRight, questionsOf, rehearsalQuiz } from "./quiz";

/** `phoneCount` phones answer `questionCount` questions; the first phone is right, the others are wrong. */
export function exampleNight(phoneCount = 3, questionCount = 2): Evidence {
  let id = 0;
  const questions = questionsOf(rehearsalQuiz(questionCount, () => `id${id++}`));
  const entries: Entry[] = [];
  const players: ResultsReply["players"] = [];
  for (let who = 0; who < phoneCount; who++) {
    const playerId = `player${who}`;
    const name = `Phone ${who + 1}`;
    entries.push({ kind: "scanned", at: 10 * who, who });
    entries.push({ kind: "call", at: 10 * who + 1, who, what: "page", ms: 1, outcome: "ok" });
    entries.push({ kind: "seated", at: 10 * who + 5, who, playerId, name });
    players.push({
      playerId,
      name,
      rank: null,
      points: 0,
      removed: false,
      source: "qr",
      jokerRound: null,
      heads: null,
      handicap: 0,
      adjustments: [],
      overrides: [],
      roundPoints: [],
      cells: [],
    });
  }
  for (const [index, question] of questions.entries()) {
    const at = 1_000 * (index + 1);
    const version = index + 1;
    entries.push({ kind: "step", pressedAt: at - 5, at, version, opened: question.id, isTimed: true });
    for (const [who, player] of players.entries()) {
      if (!("choices" in question)) throw new Error("only choices in this example");
      const right = question.choices.find(({ correct }) => correct)?.id ?? "";
      const wrong = question.choices.find(({ correct }) => !correct)?.id ?? "";
      const value = { kind: "choice" as const, choiceId: who === 0 ? right : wrong };
      const answer = { questionId: question.id, submissionId: `submission-${who}-${index}`, value };
      entries.push({ kind: "shown", at: at + 4 + who, who, version, road: "socket" });
      entries.push({ kind: "tapped", at: at + 100, who, answer });
      entries.push({ kind: "saved", at: at + 110 + who, who, questionId: question.id, value });
      const points = isRight(question, value) ? question.points : 0;
      player.cells.push({
        outcome: points > 0 ? "right" : "wrong",
        text: inWords(question, value),
        points,
        bonus: 0,
      });
      player.points += points;
    }
  }
  for (const player of players)
    player.rank = 1 + players.filter(({ points }) => points > player.points).length;
  const results: ResultsReply = {
    sessionId: "session",
    title: "Rehearsal",
    createdAt: 0,
    finished: true,
    handicap: null,
    rounds: [{ title: "Rehearsal" }],
    questions: questions.map((question, index) => ({
      questionId: question.id,
      round: 1,
      number: index + 1,
      text: question.text,
      answerText: "",
      skipped: false,
      wager: null,
      contest: false,
      corrected: false,
      answeredCount: phoneCount,
      rightCount: 1,
    })),
    players,
  };
  return {
    phones: phoneCount,
    entries,
    questions,
    results,
    reread: structuredClone(results),
    abuserIds: new Set(),
  };
}
