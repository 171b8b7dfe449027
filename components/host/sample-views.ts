/** Views of made-up nights for tests: whole and valid, so that a test names only what it is about. */
import type { AnswerGroup, MarkingQuestion, MarkingView } from "@/lib/contracts/marking";
import type { Question } from "@/lib/contracts/quiz";
import type { HostView, LivePlayer, PublicQuestion, SharedView } from "@/lib/contracts/views";

export const common = { sessionId: "s", title: "Thursday quiz", joinLocked: false };

export const roundOf = (more: Partial<Extract<SharedView, { phase: "roundIntro" }>["round"]> = {}) => ({
  number: 3,
  count: 6,
  title: "Rivers",
  questionCount: 4,
  pace: "question" as const,
  hasJoker: false,
  ...more,
});

export const publicQuestion = (number: number, more: Partial<PublicQuestion> = {}): PublicQuestion => ({
  id: `q${number}`,
  number,
  type: "text",
  text: `Question ${number}?`,
  choices: [],
  points: 10,
  isLastOfRound: false,
  isLastOfQuiz: false,
  ...more,
});

export const typedQuestion = (number: number, more: Partial<Extract<Question, { type: "text" }>> = {}) => ({
  id: `q${number}`,
  type: "text" as const,
  text: `Question ${number}?`,
  accepted: ["Jupiter"],
  points: 10,
  timeLimitSeconds: 30,
  explanation: null,
  hostNotes: null,
  ...more,
});

export const livePlayer = (name: string, more: Partial<LivePlayer> = {}): LivePlayer => ({
  playerId: name,
  name,
  link: "socket",
  answered: false,
  sheetCount: 0,
  missedCount: 0,
  leftPage: false,
  joker: false,
  staked: false,
  heads: null,
  headsByHost: false,
  isBot: false,
  isPaper: false,
  deviceCount: 1,
  seatCode: "BDR58",
  ...more,
});

export const liveOf = (more: Partial<HostView["live"]> = {}): HostView["live"] => ({
  playerCount: 4,
  answeredCount: 3,
  buzzes: [],
  perQuestion: [],
  seatRequests: [],
  players: [],
  distribution: [],
  ...more,
});

export const hostViewOf = (shared: SharedView, more: Partial<HostView> = {}): HostView => ({
  shared,
  pin: "123456",
  joinUrl: "http://pub.test/j/x",
  unreachable: false,
  screenPath: "/screen",
  quizId: "z",
  question: null,
  upNext: null,
  progress: { asked: 9, total: 24, round: 3, roundCount: 6 },
  canUndo: true,
  nextStep: "lockAndReveal",
  filtersNames: true,
  lateJoin: "atOnce",
  showsStandings: "all",
  standings: null,
  toMark: 0,
  markingPath: "/mark?session=s&token=t",
  cohostPath: "/host/session?id=s&cohost=0.t",
  live: liveOf(),
  ...more,
});

export const groupOf = (
  text: string,
  automatic: AnswerGroup["automatic"],
  names: string[],
  more: Partial<AnswerGroup> = {},
): AnswerGroup => {
  const fraction = more.fraction ?? (automatic === "right" ? 1 : 0);
  return {
    key: text.toLowerCase(),
    text,
    automatic,
    fraction,
    automaticFraction: automatic === "right" ? 1 : 0,
    judged: false,
    answers: names.map((name) => ({ playerId: name, name, text, points: fraction * 10, override: null })),
    ...more,
  };
};

export const markingQuestion = (
  number: number,
  groups: AnswerGroup[],
  more: Partial<MarkingQuestion> = {},
): MarkingQuestion => ({
  questionId: `q${number}`,
  round: 1,
  number,
  type: "text",
  text: `Question ${number}?`,
  answerText: "Jupiter",
  accepted: ["Jupiter"],
  points: 10,
  parts: null,
  isVoid: false,
  isRevealed: false,
  groups,
  unansweredCount: 0,
  ...more,
});

export const markingViewOf = (
  questions: MarkingQuestion[],
  more: Partial<MarkingView> = {},
): MarkingView => ({
  sessionId: "s",
  version: 5,
  title: "Thursday quiz",
  questions,
  adjustments: [],
  players: [],
  ...more,
});
