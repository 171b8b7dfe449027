/** What the phone says of stakes and of the size of a team, read from the markup that React makes of it. */
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test, vi } from "vitest";
import { emptyEntry, type SheetEntry } from "@/lib/client/sheet-outbox";
import { refuse } from "@/lib/contracts/refusals";
import type { MeView, PublicQuestion, SharedView } from "@/lib/contracts/views";
import { Adjustments } from "./adjustments";
import { TeamSizeCard } from "./team-size-card";
import { Stakes, WagerCard, WagerOutcome } from "./wager-card";

const words = (element: ReactElement) =>
  renderToStaticMarkup(element)
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replace(/\s+/g, " ");

const wager = {
  questionId: "q2",
  number: 2,
  max: 20,
  stake: 0,
  offer: { wagerId: "wager:q2", revision: null },
};
const stored = (stake: number): SheetEntry["stored"] => ({
  value: { kind: "wager", stake },
  revision: 0,
  isMine: true,
});
const unknown = () => emptyEntry;
const card = (entry: Partial<SheetEntry> = {}, more: Partial<NonNullable<MeView["wagers"]>[number]> = {}) => (
  <WagerCard
    wager={{ ...wager, ...more }}
    isOnly={false}
    entry={{ ...emptyEntry, ...entry }}
    onStake={vi.fn()}
  />
);

describe("a wager", () => {
  test("is offered with what it can win and lose, and says what is staked, ahead of the view", () => {
    expect(words(card())).toMatch(/Your wager on question 2 .*Stake up to 20 points: right wins them on top/);
    expect(words(card({}, { stake: 7 }))).toContain("7 points staked");
    expect(words(card({ stored: stored(9) }, { stake: 7 }))).toContain("9 points staked");
    const sending = { value: { kind: "wager" as const, stake: 12 }, status: "kept" as const };
    // nothing is called staked before it is stored
    expect(words(card({ stored: stored(9), sending }))).toMatch(
      /Your wager on question 2.*Kept on this phone/,
    );
    expect(words(card({ stored: stored(9), sending }))).not.toContain("points staked");
  });

  test("says why a stake was not taken, and when somebody of the team was quicker", () => {
    const refusal = { ...refuse("QUESTION_CLOSED").error, value: { kind: "wager" as const, stake: 3 } };
    expect(words(card({ refusal }))).toContain("Too late");
    expect(words(card({ lost: { kind: "wager", stake: 3 } }))).toContain(
      "staked just before you. Your 3 points did not go in.",
    );
  });

  test("needs no button: it says that it is saved by itself, and can be taken back", () => {
    expect(words(card())).toContain("What you pick is saved by itself.");
    expect(words(card())).not.toContain("Take it back");
    expect(words(card({ stored: stored(9) }))).toMatch(/Saved\. Your whole team sees it\. .*Take it back/);
    const sending = { value: { kind: "wager" as const, stake: 12 }, status: "sending" as const };
    expect(words(card({ sending }))).toContain("Saving…");
  });

  test("picked in the last moment and refused, or not heard of yet: it is said above the questions", () => {
    const value = { kind: "wager" as const, stake: 9 };
    const shared = (id: string) => ({ phase: "question", question: { id }, sheet: null }) as SharedView;
    const said = (known: Partial<SheetEntry>, id = "q2", stake = 0) =>
      words(
        <Stakes
          shared={shared(id)}
          wagers={[{ ...wager, stake, offer: null }]}
          entry={(of) => (of === "wager:q2" ? { ...emptyEntry, ...known } : emptyEntry)}
        />,
      );
    const refusal = { ...refuse("QUESTION_CLOSED").error, value };
    expect(said({ refusal })).toMatch(
      /You staked nothing on this question\. Your change to 9 points came too late and does not count\./,
    );
    expect(said({ refusal }, "q1", 4)).toMatch(/You staked 4 points on question 2\. Your change to 9 points/);
    expect(said({ sending: { value, status: "kept" }, refusal })).toMatch(/9 points is not saved yet\. $/);
    expect(said({})).not.toContain("9 points");
  });

  test("stands above its question, on a sheet with its number, and not above another", () => {
    const question = { id: "q2" } as PublicQuestion;
    const shared = (sheet: PublicQuestion[] | null, id = "q2") =>
      ({ phase: "question", question: { ...question, id }, sheet }) as SharedView;
    const wagers = [{ ...wager, stake: 5, offer: null }];
    expect(words(<Stakes shared={shared(null)} wagers={wagers} entry={unknown} />)).toContain(
      "You staked 5 points on this question.",
    );
    expect(words(<Stakes shared={shared([question])} wagers={wagers} entry={unknown} />)).toContain(
      "on question 2.",
    );
    expect(words(<Stakes shared={shared(null, "q1")} wagers={wagers} entry={unknown} />)).toBe("");
    expect(
      words(<Stakes shared={shared(null)} wagers={[{ ...wager, offer: null }]} entry={unknown} />),
    ).toContain("You staked nothing");
  });

  test("says at the reveal what it did to the points", () => {
    const said = (points: number) =>
      words(<WagerOutcome result={{ outcome: "right", points: 0, bonus: 0, wager: { stake: 8, points } }} />);
    expect(said(8)).toContain("+8 points won by your wager");
    expect(said(-1)).toContain("−1 point lost by your wager");
    expect(said(0)).toContain("neither won nor lost");
    expect(words(<WagerOutcome result={{ outcome: "right", points: 5, bonus: 0 }} />)).toBe("");
  });
});

describe("the size of a team", () => {
  const rule = { freeHeads: 6, points: 2, per: "round" as const };
  const size = (heads: number | null, mayChange = true) =>
    words(<TeamSizeCard sessionId="s" rule={rule} size={{ heads, mayChange }} />);

  test("is asked with the rule in words, and not asked where there is none", () => {
    expect(size(null)).toMatch(
      /How many are you\? .*Teams of more than 6 give away 2 points for each head over that, every round\..*We are 6/,
    );
    expect(size(7)).toMatch(/You are 7\. .*Change/);
    expect(size(7)).not.toContain("We are");
    expect(size(7, false)).toContain("The host can change how many you are.");
    expect(size(7, false)).not.toMatch(/Change\b/);
    expect(words(<TeamSizeCard sessionId="s" rule={undefined} size={{ heads: 7, mayChange: true }} />)).toBe(
      "",
    );
  });

  test("says what it costs beside the team's total", () => {
    const standing = {
      rank: 1,
      points: 4,
      roundPoints: 10,
      movement: 0,
      playerCount: 2,
      gapToNext: null,
      nextName: null,
      handicap: { heads: 9, over: 3, rounds: 2, points: -12 },
    };
    expect(words(<Adjustments standing={standing} />)).toMatch(
      /−12 points for being many You are 9: 3 heads over the limit, in 2 rounds\./,
    );
  });
});
