/**
 * How large the words on the big screen are, by their length. Sizes are in u (1 % of the picture's height); a text
 * one step longer gets one step smaller, and five or more choices take one step less. What is longer than the last
 * step starts there and is fitted to its box by measuring.
 */
export type TextSize = { u: number; isSmall: boolean };

const questionLimits = [60, 120, 200, 300];
const questionSizes = [10, 7.4, 5.4, 4.3, 3.8];
const choiceLimits = [24, 60, 100];
const choiceSizes = [6, 4.9, 3.9, 3.3];
const crowdedChoiceSizes = [4.9, 3.9, 3.3, 3.3];
const manyChoiceSizes = [3.9, 3.6, 3.3, 3.3];
/** From five choices on there are three rows of them. */
const crowdedFrom = 5;
/** More than three rows of three: a bank of answers, in which letters count more than looks. */
const manyFrom = 9;

/** Counted as people see it: an emoji or a composed letter is one character. */
const lengthOf = (text: string): number => [...text].length;

function stepFor(length: number, limits: number[]): number {
  const step = limits.findIndex((limit) => length <= limit);
  return step === -1 ? limits.length : step;
}

export const isCrowded = (choiceCount: number): boolean => choiceCount >= crowdedFrom;
export const hasManyChoices = (choiceCount: number): boolean => choiceCount >= manyFrom;

/** A badge is as high as one line and a half of the words beside it. */
export function badgeSize(choiceCount: number, isSmall: boolean): number {
  if (hasManyChoices(choiceCount)) return 5;
  if (isCrowded(choiceCount)) return isSmall ? 6.4 : 7.4;
  return isSmall ? 7.2 : 9.4;
}

/** How many lines a choice keeps when nothing else helps: as many as its row can hold beside a cut question. */
export const cutLines = (choiceCount: number): number =>
  hasManyChoices(choiceCount) ? 1 : isCrowded(choiceCount) ? 3 : 5;

/** The scale at which the smallest of these sizes comes down to `floor`; large letters may shrink further than small. */
export const smallestScale = (floor: number, ...sizes: number[]): number =>
  Math.max(0.5, Math.min(1, floor / Math.min(...sizes)));

export function questionSize(text: string, choiceCount: number): TextSize {
  const step = stepFor(lengthOf(text), questionLimits) + (isCrowded(choiceCount) ? 1 : 0);
  return { u: questionSizes[Math.min(step, questionSizes.length - 1)]!, isSmall: step >= 2 };
}

/** The longest choice decides for all: choices of different sizes look like a hint. */
export function choiceSize(texts: string[]): TextSize {
  const step = stepFor(Math.max(0, ...texts.map(lengthOf)), choiceLimits);
  const sizes = hasManyChoices(texts.length)
    ? manyChoiceSizes
    : isCrowded(texts.length)
      ? crowdedChoiceSizes
      : choiceSizes;
  return { u: sizes[step]!, isSmall: step >= 2 };
}

/** Two columns up to six choices; beyond that the picture is wider than it is high. */
export function choiceColumns(choiceCount: number): number {
  if (choiceCount <= 6) return 2;
  return choiceCount <= 12 ? 3 : 4;
}

/** At the reveal the question shares the board with bars and an explanation. */
export function revealSizes(question: string, choices: string[], explanation: string | null) {
  return {
    question: [5.6, 4.6, 3.9, 3.6, 3.6][stepFor(lengthOf(question), questionLimits)]!,
    choice: hasManyChoices(choices.length)
      ? 3.6
      : [5, 4.2, 3.6, 3.6][stepFor(Math.max(0, ...choices.map(lengthOf)), choiceLimits)]!,
    explanation: [4.3, 3.8, 3.6][stepFor(lengthOf(explanation ?? ""), [160, 300])]!,
  };
}

/** A right answer in words, for text and number questions. */
export const answerSize = (text: string): number =>
  [13, 9, 6.5, 4.6][stepFor(lengthOf(text), [14, 40, 100])]!;

/** The parts of a right order, or of pairs: `rowCount` of them stand one below the other. */
export const partSize = (texts: string[], rowCount: number): number =>
  Math.min([6.6, 5.6, 4.4, 3.6][stepFor(Math.max(0, ...texts.map(lengthOf)), choiceLimits)]!, 34 / rowCount);

export const roundTitleSize = (title: string): number => [14, 10, 7][stepFor(lengthOf(title), [24, 60])]!;

/** The standings: few rows may be larger. */
export const rowSize = (rowCount: number): number => [5.6, 5, 4.2][stepFor(rowCount, [6, 8])]!;

/** A bold digit of the table, all of them equally wide, in em; and what keeps two columns apart, in u. */
const digitWidth = 0.64;
const columnGap = 3;

/** A column as wide as its longest figures (in u), which are set at `u`: "+12.33" is no "+5" and must not break. */
export const figuresWidth = (figures: string[], u: number, least: number): number =>
  Math.max(least, Math.ceil(Math.max(0, ...figures.map(lengthOf)) * digitWidth * u + columnGap));

/** The board less the gaps between its three columns, on the narrowest picture that does not stack. */
const podiumWidth = 138;
/** An average capital or small letter of the display face, in em. */
const letterWidth = 0.62;
/** Smaller than the points beneath it, a winner's name looks like a footnote. */
const smallestPodiumName = 4.2;

/** A winner whose name is long must not look smaller than the second: nobody's letters are larger than a better place's. */
export function podiumNameSizes(rows: { name: string; rank: number }[]): number[] {
  const own = rows.map(({ name, rank }) => podiumNameSize(name, rank, rows.length));
  return rows.map(({ rank }, at) =>
    Math.min(own[at]!, ...own.filter((_, other) => rows[other]!.rank < rank)),
  );
}

/**
 * On the podium no word is broken as long as it can stand there whole, and a name takes about two lines. Where places are
 * shared `count` may be more than three.
 */
export function podiumNameSize(name: string, rank: number, count = 3): number {
  const longestWord = Math.max(1, ...name.split(/\s+/).map(lengthOf));
  // words seldom split a name in even halves: a few letters more for the longer line
  const longestLine = Math.max(longestWord, Math.min(lengthOf(name), Math.ceil(lengthOf(name) / 2) + 2));
  const fitting = podiumWidth / Math.max(3, count) / (letterWidth * longestLine);
  return Math.max(smallestPodiumName, Math.min(rank === 1 ? 8.6 : 6.2, Number(fitting.toFixed(1))));
}
