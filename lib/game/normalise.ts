/**
 * What makes two typed answers the same: phones rewrite quotes, dashes, spaces and capitals as people type (ANS-06),
 * and nobody should lose a point to a full stop. Never used on choices, which are compared by id.
 */
import { withoutInvisible } from "@/lib/contracts/readable-text";
import { numberWordsToFigures } from "./number-words";

const article = /^(?:the|a|an) (?=.)/;
const thousands = /^-?\d{1,3}(?:[, ']\d{3})+(?:\.\d+)?$/;
/**
 * Accents of Latin, Greek and Cyrillic, Hebrew points, Arabic vowel signs: what people leave out when they type.
 * Marks of other scripts stay, because there they make another word (Japanese ka and ga, Hindi vowels).
 */
const optionalMarks = /[\u0300-\u036f]|[\u0591-\u05bd]|\u05bf|\u05c1|\u05c2|[\u064b-\u0652]/g;

/** Joiners and emoji styles as well, which a typed answer may keep; only the tags stay: they make flags differ. */
const ignorable = /(?![\u{e0020}-\u{e007f}])\p{Default_Ignorable_Code_Point}/gu;

/**
 * Folds quotes, dashes, spaces, case, accents, an article and closing punctuation; "1,000" equals "1000", and "twelve"
 * equals "12". Also the key by which equal answers are marked together: a change here orphans the marks of nights that
 * are being played.
 */
export function normaliseAnswer(text: string): string {
  const plain = /^[ -~]*$/.test(text) ? text : foldToPlain(text);
  const folded = plain.replaceAll("`", "'").toUpperCase().toLowerCase().replace(/\s+/g, " ").trim();
  // "!" can be the whole answer: then there is nothing to close
  const closed = folded.replace(/[.!?,;:]+$/, "").trim() || folded;
  const bare = closed.replace(article, "");
  return thousands.test(bare) ? bare.replace(/[, ']/g, "") : numberWordsToFigures(bare);
}

function foldToPlain(text: string): string {
  return (
    withoutInvisible(text)
      // before NFKC, which takes a typed ´ apart into a space and an accent, and ″ into two primes
      .replace(/[\u2018\u2019\u201a\u201b\u2032\u00b4\u02bc]/g, "'")
      .replace(/[\u201c\u201d\u201e\u2033\u00ab\u00bb]/g, '"')
      .normalize("NFKC")
      .replace(/[\u2010-\u2015\u2212]/g, "-")
      .replace(ignorable, "")
      .normalize("NFD")
      .replace(optionalMarks, "")
      .normalize("NFC")
  );
}
