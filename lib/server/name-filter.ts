/** Keeps swear words off the big screen, by a kept word list rather than ours. Never used on answers. */
import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from "obscenity";

const matcher = new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers });

export const isFriendly = (name: string): boolean => !matcher.hasMatch(name);
