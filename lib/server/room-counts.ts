/**
 * Who is there and who has answered: what changes often, for host and big screen. Sent at most four times a second, and whole
 * with every view.
 */
import { jokerIdOf } from "@/lib/contracts/answers";
import type { Buzz, LivePlayer } from "@/lib/contracts/views";
import { buzzTurns } from "@/lib/game/buzz-turns";
import { currentRound, isSheet, questionsOnSheet } from "@/lib/game/course-of-round";
import { missedQuestionIds } from "@/lib/game/late-join";
import { currentQuestion } from "@/lib/game/questions";
import { currentWagers, stakeIn } from "@/lib/game/wagers";
import type { CommittedAnswer } from "@/lib/store/answer-committer";
import { isBot, isPaper, type Seat } from "./seat";
import type { SessionRoom } from "./session-room";
import { requestsToShow, teamOf } from "./team-phones";

/** As many as a big screen shows in one glance; the host wants to know who is called and the next three. */
const shownBuzzes = 10;
const shownBehind = 3;

function answered(room: SessionRoom): Map<string, CommittedAnswer> {
  return room.answersTo(currentQuestion(room.state)?.id);
}

/** Teams, not heads: a seat with three phones that has answered counts once (ANS-11). */
function countAnswers(room: SessionRoom, questionId: string | undefined): number {
  const given = room.answersTo(questionId);
  return room.activeSeats().reduce((sum, seat) => sum + (given.has(seat.playerId) ? 1 : 0), 0);
}

/** The teams in the room; while a question is on show, those that can answer it: nobody waits for a team on paper. */
function countTeams(room: SessionRoom): number {
  const given = answered(room);
  const isAsked = (seat: Seat) => !isPaper(seat) || given.has(seat.playerId);
  const seats = room.activeSeats();
  return currentQuestion(room.state) ? seats.filter(isAsked).length : seats.length;
}

export function counts(room: SessionRoom) {
  return {
    playerCount: countTeams(room),
    answeredCount: countAnswers(room, currentQuestion(room.state)?.id),
    buzzes: buzzesToShow(room.buzzLine()),
  };
}

/** The front of the line, or where ten have missed, the part around the one called: it is nobody's turn unseen. */
function buzzesToShow(line: Buzz[]): Buzz[] {
  const calledIndex = line.findIndex(({ turn }) => turn === "now" || turn === "right");
  const end = Math.min(line.length, Math.max(shownBuzzes, calledIndex + 1 + shownBehind));
  return line.slice(Math.max(0, end - shownBuzzes), end);
}

/** By the server's receipt; two of one millisecond in the order of the scores. */
export function buzzLine(room: SessionRoom): Buzz[] {
  const question = currentQuestion(room.state);
  if (question?.type !== "buzzer") return [];
  const line = [...answered(room)]
    .map(([playerId, { receivedAt }]) => ({ seat: room.seats.get(playerId), receivedAt }))
    .filter(({ seat }) => seat?.status === "active")
    .sort(
      (a, b) =>
        a.receivedAt - b.receivedAt || ((a.seat as Seat).playerId < (b.seat as Seat).playerId ? -1 : 1),
    )
    .map(({ seat }) => ({ playerId: (seat as Seat).playerId, name: (seat as Seat).name }));
  const turns = buzzTurns(
    room.state,
    question,
    line.map(({ playerId }) => playerId),
    (playerId) => room.seats.get(playerId)?.status === "active",
  );
  return line.map((entry, index) => ({
    ...entry,
    place: index + 1,
    turn: turns[index] ?? "waiting",
  }));
}

/** Ids of the questions on the sheet of this round; none in question pace and between rounds. */
function sheetIds(room: SessionRoom): string[] {
  return isSheet(room.state) && currentQuestion(room.state)
    ? questionsOnSheet(room.state)
        .filter(({ type }) => type !== "info")
        .map(({ id }) => id)
    : [];
}

export function hostCounts(room: SessionRoom) {
  return {
    ...counts(room),
    perQuestion: sheetIds(room).map((questionId) => ({
      questionId,
      count: countAnswers(room, questionId),
    })),
    seatRequests: requestsToShow(room),
  };
}

/** What is the same for every team in a host's list is looked up once. */
export function livePlayers(room: SessionRoom, seats: Seat[], now: number): LivePlayer[] {
  const given = answered(room);
  const sheets = sheetIds(room).flatMap((id) => room.answers.get(id) ?? []);
  const left = room.leftPage.get(currentQuestion(room.state)?.id ?? "");
  const round = currentRound(room.state);
  const jokers = round && room.answers.get(jokerIdOf(round.id));
  const stakes = currentWagers(room.state).flatMap(({ wagerId }) => room.answers.get(wagerId) ?? []);
  return seats.map((seat): LivePlayer => {
    const { playerId } = seat;
    const joker = jokers?.get(playerId)?.value;
    return {
      playerId,
      name: seat.name,
      link: room.linkOf(seat, now),
      answered: given.has(playerId),
      sheetCount: sheets.filter((sheet) => sheet.has(playerId)).length,
      leftPage: left?.has(playerId) ?? false,
      missedCount: isPaper(seat) ? 0 : missedQuestionIds(room.state, seat.joinedAt).length,
      joker: joker?.kind === "joker" && joker.played,
      staked: stakes.some((stake) => stakeIn(stake.get(playerId)?.value ?? null) > 0),
      heads: seat.heads,
      headsByHost: seat.headsByHost,
      seatCode: seat.seatCode,
      isBot: isBot(seat),
      isPaper: isPaper(seat),
      deviceCount: isBot(seat) ? 0 : seat.deviceIds.length,
      ...teamOf(seat),
    };
  });
}

/** Picks so far on a choice question. For the host only: seeing them would sway later answers (ANS-12). */
export function distribution(room: SessionRoom): { choiceId: string; count: number }[] {
  const question = currentQuestion(room.state);
  if (!question || !("choices" in question)) return [];
  const counts = new Map(question.choices.map((choice) => [choice.id, 0]));
  for (const { value } of answered(room).values()) {
    const picked =
      value.kind === "choice" ? [value.choiceId] : value.kind === "choices" ? value.choiceIds : [];
    for (const id of picked) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return [...counts].map(([choiceId, count]) => ({ choiceId, count }));
}
