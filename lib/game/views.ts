/**
 * The one place where state becomes what an audience may see. Socket pushes, polls and first paints all come from
 * here. Nothing before the reveal may carry what gives the answer away: public questions are built field by field.
 */
import { type AnswerValue, jokerIdOf } from "@/lib/contracts/answers";
import type { Question } from "@/lib/contracts/quiz";
import type {
  BuzzTurn,
  HostView,
  MeView,
  PublicQuestion,
  Reveal,
  ScreenView,
  SharedView,
  TeamPhones,
} from "@/lib/contracts/views";
import {
  currentRound,
  hasMoreOfRound,
  isSheet,
  nextToAsk,
  nextToReveal,
  paceOf,
  questionsOnSheet,
} from "./course-of-round";
import { maySayHeads } from "./handicaps";
import { jokerRoundIndex, takesJokers } from "./jokers";
import { overrideOf, reasonIn, worth } from "./judging";
import { missedQuestionIds } from "./late-join";
import { answerInWords, currentQuestion, openQuestionIds } from "./questions";
import type { ScoreCell, SessionScores } from "./scoring";
import { coveredCount, hasPlaceToUncover, rowsOnShow } from "./staged-standings";
import type { SessionState } from "./state";
import { currentWagers, mostToStake, openWagers, stakeIn } from "./wagers";

/** As many rows as a big screen shows legibly from ten metres (look: 12 rows at 720p). */
const standingRows = 12;

/** `scores` are needed in reveal, standings and finished, and not read before. */
export function sharedView(state: SessionState, scores: SessionScores | null): SharedView {
  const { phase, roundIndex, opensAt, closesAt } = state.position;
  const common = {
    sessionId: state.sessionId,
    title: state.quiz.title,
    joinLocked: state.joinLocked,
    ...(state.handicap ? { handicap: state.handicap } : {}),
  };
  if (state.paused)
    return { ...common, phase: "paused", pausedFrom: phase, resumesAt: state.paused.resumesAt };
  const round = state.quiz.rounds[roundIndex];
  const wagers = currentWagers(state).map(({ number, max }) => ({ number, max }));
  const withRound = {
    ...common,
    round: {
      number: roundIndex + 1,
      count: state.quiz.rounds.length,
      title: round?.title ?? "",
      questionCount: round?.questions.length ?? 0,
      pace: paceOf(round),
      hasJoker: round?.hasJoker ?? false,
      ...(wagers.length > 0 ? { wagers } : {}),
    },
  };
  const question = currentQuestion(state);
  const corrected = listed(scores?.told?.().shared);
  switch (phase) {
    case "lobby":
      return { ...common, phase };
    case "roundIntro":
      return { ...withRound, phase };
    case "question":
      return {
        ...withRound,
        phase,
        question: publicQuestion(state, question),
        sheet: publicSheet(state),
        opensAt: opensAt ?? 0,
        closesAt,
      };
    case "locked":
      return { ...withRound, phase, question: publicQuestion(state, question), sheet: publicSheet(state) };
    case "reveal":
      return {
        ...withRound,
        phase,
        question: publicQuestion(state, question),
        reveal: revealOf(state, question, scores),
        ...corrected,
      };
    case "standings":
      return { ...withRound, phase, standings: standingsOnShow(state, scores), ...corrected };
    case "finished":
      return { ...common, phase, standings: standingsOnShow(state, scores), ...corrected };
  }
}

const listed = <C>(corrections: C[] | undefined): { corrections?: C[] } =>
  corrections?.length ? { corrections } : {};

/** A slide is there to be read, and after the reveal everybody may. */
const isOnScreenOnly = (state: SessionState, question: Question): boolean =>
  currentRound(state)?.textOnScreenOnly === true &&
  question.type !== "info" &&
  state.position.phase !== "reveal";

const withoutWords = (question: PublicQuestion): PublicQuestion =>
  question.onScreenOnly ? { ...question, text: "" } : question;

/** The shared part as phones get it; the big screen and the host get the whole. The same object where nothing is kept back. */
export function forPhones(view: SharedView): SharedView {
  if (view.phase !== "question" && view.phase !== "locked") return view;
  const { question, sheet } = view;
  if (![question, ...(sheet ?? [])].some(({ onScreenOnly }) => onScreenOnly)) return view;
  return { ...view, question: withoutWords(question), sheet: sheet?.map(withoutWords) ?? null };
}

const publicSheet = (state: SessionState): PublicQuestion[] | null =>
  isSheet(state) ? questionsOnSheet(state).map((question) => publicQuestion(state, question)) : null;

/** Ids are random, so that this order says nothing. */
const sortedById = (items: { id: string; text: string }[]) =>
  items.map(({ id, text }) => ({ id, text })).sort((one, other) => (one.id < other.id ? -1 : 1));

function publicQuestion(state: SessionState, question: Question | null): PublicQuestion {
  if (!question) throw new Error(`no question in phase ${state.position.phase}`);
  const questions = currentRound(state)?.questions ?? [];
  const index = questions.indexOf(question);
  const isLastShown = isSheet(state) && state.position.phase === "reveal" && nextToReveal(state) === null;
  const isLastOfRound = isLastShown || index === questions.length - 1;
  return {
    id: question.id,
    number: index + 1,
    type: question.type,
    text: question.text,
    choices: "choices" in question ? question.choices.map(({ id, text }) => ({ id, text })) : [],
    ...publicParts(question),
    ...publicMedia(question),
    ...(isOnScreenOnly(state, question) ? { onScreenOnly: true } : {}),
    points: worth(question),
    ...wagerOn(question),
    isLastOfRound,
    isLastOfQuiz: isLastOfRound && state.position.roundIndex + 1 === state.quiz.rounds.length,
  };
}

function wagerOn(question: Question): Pick<PublicQuestion, "wager"> {
  const max = mostToStake(question);
  return max === null ? {} : { wager: max };
}

/** The file of a sound or video may say its own title, and 300 phones must not fetch it: only the big screen has it. */
function publicMedia({ media }: Question): Pick<PublicQuestion, "media"> {
  if (!media) return {};
  const { kind, alt, mediaId } = media;
  return { media: { kind, alt, mediaId: kind === "image" ? mediaId : null } };
}

/** The sound or video of the question on show, from its opening to its answer; of locked sheets none is. */
export function playingOn(state: SessionState): Pick<ScreenView, "playing"> {
  const isSheetIn = state.position.phase === "locked" && isSheet(state);
  const media = state.paused === null && !isSheetIn ? currentQuestion(state)?.media : undefined;
  if (!media || media.kind === "image") return {};
  return { playing: { mediaId: media.mediaId, kind: media.kind } };
}

/** What only some types have. */
function publicParts(question: Question): Partial<PublicQuestion> {
  switch (question.type) {
    case "list":
      return { wanted: question.wanted };
    case "ordering":
      return { items: sortedById(question.items) };
    case "matching":
      return {
        lefts: sortedById(question.pairs.map(({ left }) => left)),
        rights: sortedById(question.pairs.map(({ right }) => right)),
        ...(question.partial ? { partial: true } : {}),
      };
    case "number":
      return {
        ...(question.closestWins ? { closestWins: true } : {}),
        ...(question.isTieBreak ? { isTieBreak: true } : {}),
      };
    default:
      return {};
  }
}

function revealOf(state: SessionState, question: Question | null, scores: SessionScores | null): Reveal {
  if (!question) throw new Error("nothing to reveal");
  const stats = scores?.questionStats.get(question.id);
  const hasWinners = stats !== undefined && stats.winners.length > 0;
  return {
    correctChoiceIds:
      "choices" in question
        ? question.choices.filter((choice) => choice.correct).map((choice) => choice.id)
        : [],
    ...(question.type === "ordering" ? { order: question.items.map((item) => item.id) } : {}),
    ...(question.type === "matching"
      ? { pairs: question.pairs.map(({ left, right }) => ({ leftId: left.id, rightId: right.id })) }
      : {}),
    ...(hasWinners ? { winners: stats.winners } : {}),
    answerText: answerInWords(question),
    explanation: question.explanation,
    skipped: [...state.skippedQuestionIds, ...state.voidedQuestionIds].includes(question.id),
    rightCount: stats?.rightCount ?? 0,
    answeredCount: stats?.answeredCount ?? 0,
    distribution: stats?.distribution ?? [],
  };
}

function standingsOnShow(state: SessionState, scores: SessionScores | null) {
  const standings = scores?.standings ?? [];
  return {
    rows: rowsOnShow(state, standings, standingRows),
    playerCount: standings.length,
    show: state.position.phase === "finished" ? ("all" as const) : state.showsStandings,
    coveredCount: coveredCount(state, standings.length),
  };
}

/** For the host, who sees every place. */
export function hostStandings(state: SessionState, scores: SessionScores | null): HostView["standings"] {
  const { phase } = state.position;
  if (state.paused || !scores || (phase !== "standings" && phase !== "finished")) return null;
  return { rows: scores.standings.slice(0, standingRows), playerCount: scores.standings.length };
}

/** Where each player stands in the standings; looked up once per scores, so that a phase change costs O(phones). */
const placesByScores = new WeakMap<SessionScores, Map<string, number>>();
function placeOf(scores: SessionScores, playerId: string): number | undefined {
  let places = placesByScores.get(scores);
  if (!places) {
    places = new Map(scores.standings.map((row, index) => [row.playerId, index]));
    placesByScores.set(scores, places);
  }
  return places.get(playerId);
}

/** A team's stored answer, and how often it was changed. */
export type StoredAnswer = { value: AnswerValue; revision: number };

export function meView(o: {
  state: SessionState;
  /** `joinedAt`: epoch ms; absent: before everything */
  player: {
    playerId: string;
    name: string;
    seatCode: string;
    joinedAt?: number;
    heads?: number | null;
    headsByHost?: boolean;
    team?: TeamPhones;
  };
  /** what is stored of this player's for a question, a joker (`joker:<round id>`) or a wager (`wager:<question id>`) */
  answerOf: (questionId: string) => StoredAnswer | null;
  /** buzzer: where the team stands in line; absent: not pressed */
  buzz?: { place: number; turn: BuzzTurn } | undefined;
  scores: SessionScores | null;
}): MeView {
  const { state, player, scores, answerOf } = o;
  const inLine = o.buzz ? { place: o.buzz.place, turn: o.buzz.turn } : {};
  const { phase } = state.position;
  const question = currentQuestion(state);
  const cell =
    phase === "reveal" && question ? scores?.cells.get(player.playerId)?.get(question.id) : undefined;
  const showsStanding =
    state.paused === null && (phase === "reveal" || phase === "standings" || phase === "finished");
  const stored = (questionId: string) => {
    const answer = answerOf(questionId);
    return answer ? [{ questionId, value: answer.value, revision: answer.revision }] : [];
  };
  const missed = missedQuestionIds(state, player.joinedAt ?? 0);
  return {
    playerId: player.playerId,
    name: player.name,
    seatCode: player.seatCode,
    ...(player.team ? { team: player.team } : {}),
    answer: question ? (stored(question.id).map((answer) => ({ ...answer, ...inLine }))[0] ?? null) : null,
    sheet: question && isSheet(state) ? questionsOnSheet(state).flatMap(({ id }) => stored(id)) : null,
    ...(missed.length > 0 ? { missed } : {}),
    joker: takesJokers(state) ? jokerOf(state, answerOf) : null,
    ...(showsStanding ? listed(scores?.told?.().own.get(player.playerId)) : {}),
    ...wagersOf(state, answerOf),
    result: cell && question ? { ...cell, ...reasonOf(state, question.id, cell, player.playerId) } : null,
    ...teamSizeOf(state, player),
    standing: showsStanding && scores ? standingOf(state, scores, player.playerId) : null,
  };
}

/** A question that counts for nobody is not marked any more, whatever was said of one answer before. */
const reasonOf = (state: SessionState, questionId: string, { outcome }: ScoreCell, playerId: string) =>
  outcome === "skipped" ? {} : reasonIn(overrideOf(state, questionId, playerId));

function jokerOf(state: SessionState, answerOf: (id: string) => StoredAnswer | null): MeView["joker"] {
  const playedIndex = jokerRoundIndex(state, (id) => answerOf(id)?.value ?? null);
  const round = currentRound(state);
  const questionId = round ? jokerIdOf(round.id) : "";
  const isFree = playedIndex === null || playedIndex === state.position.roundIndex;
  const isOffered = isFree && openQuestionIds(state).includes(questionId);
  return {
    playedIn: playedIndex === null ? null : playedIndex + 1,
    offer: isOffered ? { questionId, revision: answerOf(questionId)?.revision ?? null } : null,
  };
}

function wagersOf(
  state: SessionState,
  answerOf: (id: string) => StoredAnswer | null,
): Pick<MeView, "wagers"> {
  const { phase } = state.position;
  const isOver = phase === "standings" || phase === "finished";
  const round = isOver ? [] : currentWagers(state);
  if (round.length === 0) return {};
  const open = new Set(state.paused ? [] : openWagers(state).map(({ wagerId }) => wagerId));
  return {
    wagers: round.map(({ questionId, wagerId, number, max }) => {
      const stored = answerOf(wagerId);
      return {
        questionId,
        number,
        max,
        stake: stakeIn(stored?.value),
        offer: open.has(wagerId) ? { wagerId, revision: stored?.revision ?? null } : null,
      };
    }),
  };
}

function teamSizeOf(
  state: SessionState,
  { heads = null, headsByHost = false }: { heads?: number | null; headsByHost?: boolean },
): Pick<MeView, "teamSize"> {
  if (heads === null && !state.handicap) return {};
  return { teamSize: { heads, mayChange: maySayHeads(state, { heads, headsByHost }).ok } };
}

function standingOf(state: SessionState, scores: SessionScores, playerId: string): MeView["standing"] {
  const place = placeOf(scores, playerId);
  const row = place === undefined ? undefined : scores.standings[place];
  if (place === undefined || !row) return null;
  const covered = coveredCount(state, scores.standings.length);
  if (place < covered) return null;
  const adjustments = state.adjustments
    .filter((entry) => entry.playerId === playerId)
    .map(({ round, points, reason }) => ({ round, points, reason }));
  const handicap = scores.handicaps.get(playerId);
  // ranks are 1, 2, 2, 4: the last row of the next better place stands just before this tie begins
  const next = row.rank - 2 < covered ? undefined : scores.standings[row.rank - 2];
  return {
    rank: row.rank,
    points: row.points,
    roundPoints: row.roundPoints,
    movement: row.movement,
    playerCount: scores.standings.length,
    gapToNext: next ? next.points - row.points : null,
    nextName: next?.name ?? null,
    ...(handicap ? { handicap } : {}),
    ...(adjustments.length > 0 ? { adjustments } : {}),
  };
}

/** What the host's one large button does now. `teamCount`: as in the standings. */
export function nextStep(state: SessionState, teamCount = 0): HostView["nextStep"] {
  if (state.paused) return "resume";
  // the answers of a sheet are shown one by one
  const nextOfRound = isSheet(state) ? "reveal" : "nextQuestion";
  const isLastRound = state.position.roundIndex + 1 >= state.quiz.rounds.length;
  switch (state.position.phase) {
    case "lobby":
      return "openDoors";
    case "roundIntro":
      return "startRound";
    case "question":
      if (isSheet(state)) return nextToAsk(state) === null ? "lockSheets" : "nextQuestion";
      if (currentQuestion(state)?.type === "info")
        return nextToAsk(state) === null ? "standings" : "nextQuestion";
      return "lockAndReveal";
    case "locked":
      return isSheet(state) && nextToReveal(state) === null ? "standings" : "reveal";
    case "reveal":
      return hasMoreOfRound(state) ? nextOfRound : "standings";
    case "standings":
      if (hasPlaceToUncover(state, teamCount)) return "uncoverPlace";
      if (hasMoreOfRound(state)) return nextOfRound;
      return isLastRound ? "podium" : "nextRound";
    case "finished":
      return null;
  }
}
