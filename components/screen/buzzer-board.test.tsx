import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { Buzz, BuzzTurn, ScreenView } from "@/lib/contracts/views";
import { BuzzerBoard } from "./buzzer-board";

const buzz = (place: number, name: string, turn: BuzzTurn): Buzz => ({ playerId: name, name, place, turn });
function board(buzzes: Buzz[], phase: "question" | "locked" = "question", media: string | null = null) {
  const shared = {
    phase,
    title: "Night",
    round: { number: 1, count: 1, title: "Ears", questionCount: 1, pace: "question", hasJoker: false },
    question: { id: "b1", number: 1, type: "buzzer", text: "Who sings?", choices: [], points: 2 },
  } as never;
  const view = {
    pin: "123456",
    typedUrl: "pub",
    live: { playerCount: 3, answeredCount: buzzes.length, buzzes, names: [] },
  } as unknown as ScreenView;
  const html = renderToStaticMarkup(
    <BuzzerBoard shared={shared} view={view} link="socket" clock={null} media={media} />,
  );
  return { html, words: html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ") };
}

describe("TMR-07 whose turn it is, on the big screen", () => {
  test("the first, then the next with the one that missed struck out, then who was right", () => {
    expect(board([buzz(1, "Anna", "now"), buzz(2, "Bert", "waiting")]).words).toContain("First Anna 2 Bert");
    const next = board([buzz(1, "Anna", "missed"), buzz(2, "Bert", "now"), buzz(3, "Cleo", "waiting")]);
    expect(next.words).toContain("Your turn: say it out loud Bert 1 Anna missed 3 Cleo");
    expect(next.html).toContain("<s><bdi>Anna</bdi></s>");
    expect(board([buzz(1, "Anna", "missed"), buzz(2, "Bert", "right")]).words).toContain("Right Bert");
  });
  test("nobody left to ask: said as long as it is open, and after", () => {
    const missed = [buzz(1, "Anna", "missed")];
    expect(board(missed).words).toContain("Missed. Who else? Fingers on the buzzer. 1 Anna missed");
    expect(board(missed, "locked").words).toContain("Nobody had it.");
    expect(board([buzz(1, "Anna", "over")]).words).toContain("That is decided.");
    expect(board([], "locked").words).toContain("Nobody pressed.");
  });
  test("of a long line the last two that missed and the next two, and the music stays off", () => {
    const turns: BuzzTurn[] = ["missed", "missed", "missed", "now", "waiting", "waiting", "waiting"];
    const line = turns.map((turn, index) => buzz(index + 1, `T${index + 1}`, turn));
    expect(board(line).words).toContain("T4 2 T2 missed 3 T3 missed 5 T5 6 T6");
    expect(board(line).words).not.toContain("T7");
    expect(board(line.slice(0, 1), "question", "a song").words).not.toContain("a song");
    expect(board([], "question", "a song").words).toContain("a song");
  });
});
