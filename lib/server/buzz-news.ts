/**
 * Who moved in the buzzer's line without a mark: a team ahead has left, or a press that came earlier was stored later. Their
 * phones are told with the next look at what changed. Whoever presses hears of its own place at once (session-answers.ts),
 * and of marks with the correction (session-commands.ts).
 */
import { currentQuestion } from "@/lib/game/questions";
import type { SessionNews } from "./session-news";
import type { SessionRoom } from "./session-room";

export function createBuzzNews(news: SessionNews) {
  /** the line at the last look: player id → place and turn */
  const seen = new WeakMap<SessionRoom, { questionId: string; line: Map<string, string> }>();

  function tellMoved(room: SessionRoom): void {
    const question = currentQuestion(room.state);
    if (question?.type !== "buzzer") return;
    const last = seen.get(room);
    const before = last?.questionId === question.id ? last.line : new Map<string, string>();
    const line = new Map(room.buzzLine().map(({ playerId, place, turn }) => [playerId, `${place} ${turn}`]));
    seen.set(room, { questionId: question.id, line });
    const hasLeft = [...before.keys()].some((playerId) => !line.has(playerId));
    const keptAt = new Map(
      [...room.answersTo(question.id).keys()].map((playerId, index) => [playerId, index]),
    );
    let latestAhead = -1;
    for (const [playerId, now] of line) {
      const index = keptAt.get(playerId) ?? 0;
      const known = before.get(playerId);
      // new since the last look: what it was told at once still holds, unless the line before it changed since
      const isMoved = known === undefined ? hasLeft || index < latestAhead : known !== now;
      latestAhead = Math.max(latestAhead, index);
      const seat = room.seats.get(playerId);
      if (isMoved && seat) news.seatChanged(room, seat);
    }
  }
  return { tellMoved };
}
