import type { PublicQuestion } from "@/lib/contracts/views";

/** What stands for the question on a phone: its words, or, where they are kept from phones, where to read them. */
export const questionWords = ({ text, number, onScreenOnly }: PublicQuestion): string =>
  onScreenOnly ? `Question ${number}: read it on the big screen.` : text;
