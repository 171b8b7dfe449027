/** Keeps swear words off the big screen, by a kept word list rather than ours. Never used on answers. */
import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from "obscenity";

const matcher = new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers });

/** The list reads digits as letters ("a55"). A number that stands alone is a number: "Table 455" is a fine name. */
const loneNumber = /(?<![\p{L}\p{N}])\p{N}+(?![\p{L}\p{N}])/gu;

export const isFriendly = (name: string): boolean => !matcher.hasMatch(name.replace(loneNumber, " "));
