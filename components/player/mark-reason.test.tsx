import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { MeView, OwnCorrection } from "@/lib/contracts/views";
import { CorrectedNotes, MarkReason } from "./corrected-notes";

const reason = "said it out loud";
const me: MeView = {
  playerId: "p",
  name: "Owls",
  seatCode: "ABCDE",
  answer: null,
  sheet: null,
  joker: null,
  result: { outcome: "wrong", points: 0, bonus: 0, reason },
  standing: null,
};
const page = (of: Partial<MeView> = {}) =>
  renderToStaticMarkup(
    <>
      <MarkReason me={{ ...me, ...of }} round={1} question={2} />
      <CorrectedNotes me={{ ...me, ...of }} corrections={[]} round={1} />
    </>,
  );
const times = (html: string) => html.split(reason).length - 1;
const correction = (question: number, of: { reason?: string } = {}): OwnCorrection => ({
  round: 1,
  question,
  outcome: "wrong",
  points: 0,
  bonus: 0,
  of: 2,
  ...of,
});

test("the team reads at the reveal why its answer was marked alone, once", () => {
  expect(page()).toContain("The host marked your answer");
  expect(times(page())).toBe(1);
  expect(times(page({ corrections: [correction(2, { reason })] }))).toBe(1);
  // the correction of another question says nothing of this one
  expect(times(page({ corrections: [correction(1)] }))).toBe(1);
  expect(page({ result: { outcome: "wrong", points: 0, bonus: 0 } })).toBe("");
});

test("a reason is text, whatever stands in it", () => {
  const result = { outcome: "wrong" as const, points: 0, bonus: 0, reason: "<b>no</b>" };
  expect(page({ result })).toContain("&lt;b&gt;no&lt;/b&gt;");
});
