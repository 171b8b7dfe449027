/**
 * What makes two typed answers the same: phones rewrite quotes, dashes, spaces and capitals as people type (ANS-06),
 * and nobody should lose a point to a full stop. Never used on choices, which are compared by id.
 */
const article = /^(?:the|a|an) (?=.)/;

/** Folds quotes, dashes, spaces, case, accents, an article and closing punctuation; "1,000" equals "1000". */
export function normaliseAnswer(text: string): string {
  const folded = text
    .normalize("NFKC")
    .replace(/[\u2018\u2019\u201a\u201b\u2032\u00b4`\u02bc]/g, "'")
    .replace(/[\u201c\u201d\u201e\u2033\u00ab\u00bb]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/[\u200b-\u200f\u2060\ufeff\u00ad]/g, "")
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[.!?,;:]+$/, "")
    .trim()
    .replace(article, "");
  return /^-?\d{1,3}([, ']\d{3})+(\.\d+)?$/.test(folded) ? folded.replace(/[, ']/g, "") : folded;
}
