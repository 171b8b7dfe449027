import { describe, expect, test } from "vitest";
import { choicesOf, problemsOf, questionsIn, readFile } from "./read-file.test-support";

describe("OpenTriviaQA", () => {
  test("question, right answer by its text, any number of choices; mixed line ends", () => {
    const result = readFile(
      "#Q Which grain?\r\n^ Barley\nA Rice\nB Barley\nC Maize\nD Oats\nE Rye\n\n#Q Wet?\n^ True\nA True\nB False\n",
      "brewing",
    );
    expect(result.format).toBe("open-trivia-qa");
    expect(result.problems).toEqual([]);
    expect(choicesOf(questionsIn(result)[0])).toEqual(["-Rice", "+Barley", "-Maize", "-Oats", "-Rye"]);
    expect(questionsIn(result)[1]).toMatchObject({ type: "boolean", text: "Wet?" });
  });

  test("a question over several lines, some empty, keeps its lines", () => {
    const result = readFile("#Q What comes next:\n\n1, 2, 4\n^ 8\nA 6\nB 8\n");
    expect(questionsIn(result)[0]?.text).toBe("What comes next:\n\n1, 2, 4");
  });

  test("a long choice goes on over the next line", () => {
    expect(choicesOf(questionsIn(readFile("#Q Q\n^ no\nA a long\nanswer\nB no\n"))[0])).toEqual([
      "-a long answer",
      "+no",
    ]);
  });

  test("equal wrong choices are harmless, equal right ones are refused", () => {
    expect(problemsOf(readFile("#Q Q\n^ a\nA a\nB b\nC b\n"))).toEqual([]);
    expect(problemsOf(readFile("#Q Q\n^ a\nA a\nB a\nC b\n"))).toEqual(["1 DOUBLE_CHOICE"]);
  });

  test("IMP-02 what is missing is named with its line; the rest comes in", () => {
    const result = readFile(
      "#Q No key\nA a\nB b\n\n#Q Other key\n^ c\nA a\nB b\n\n#Q One\n^ a\nA a\n\n#Q Good\n^ a\nA a\nB b\n",
    );
    expect(problemsOf(result)).toEqual(["1 NO_RIGHT_ANSWER", "5 BAD_ANSWER", "10 TOO_FEW_CHOICES"]);
    expect(questionsIn(result)).toHaveLength(1);
  });
});
