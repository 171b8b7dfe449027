/**
 * A name for each simulated phone that no word filter takes for something else; numbers would not do, since filters read
 * digits as letters.
 */
const words =
  "Alfa Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliett Kilo Lima Mike November Oscar Papa Quebec Romeo Sierra Tango Uniform Victor Whiskey Xray Yankee Zulu".split(
    " ",
  );

/** Unique below 17,576, which is more than the largest room. */
export const teamName = (number: number): string =>
  [Math.floor(number / words.length ** 2), Math.floor(number / words.length), number]
    .map((digit) => words[digit % words.length])
    .join(" ");
