import { describe, expect, test } from "vitest";
import { choicesOf, problemsOf, questionsIn, readFile } from "./read-file.test-support";

const good = "Sure?\nA. Yes\nB. No\nANSWER: A\n";

describe("Aiken", () => {
  test("questions with letters and points or brackets are told from the content", () => {
    const result = readFile(
      "Which is a hop?\nA) Barley\nB) Saaz\nC)Juniper\nANSWER: B\n\nTwo?\nA. 1\nB. 2\nANSWER: B",
    );
    expect(result.format).toBe("aiken");
    expect(result.problems).toEqual([]);
    expect(questionsIn(result).map((question) => question.text)).toEqual(["Which is a hop?", "Two?"]);
    expect(choicesOf(questionsIn(result)[0])).toEqual(["-Barley", "+Saaz", "-Juniper"]);
  });

  test("markup and entities are text", () => {
    const question = questionsIn(readFile("Is <b> &amp; bold?\nA) <i>\nB) &lt;\nANSWER: A"))[0];
    expect(question?.text).toBe("Is <b> &amp; bold?");
    expect(choicesOf(question)).toEqual(["+<i>", "-&lt;"]);
  });

  test("a question over two lines is one text, blank lines between choices are harmless", () => {
    const question = questionsIn(readFile("First line\nsecond line\nA) x\n\nB) y\nANSWER: B"))[0];
    expect(question?.text).toBe("First line second line");
    expect(choicesOf(question)).toEqual(["-x", "+y"]);
  });

  test("small letters are read as they are meant, with a warning", () => {
    for (const text of [
      "Q\nA) x\nB) y\nanswer: b",
      "Q\na) x\nb) y\nANSWER: B",
      "Q\nA) x\nB) y\nANSWER : B",
    ]) {
      const result = readFile(text);
      expect(choicesOf(questionsIn(result)[0])).toEqual(["-x", "+y"]);
      expect(problemsOf(result)).toEqual(["1 READ_AS_MEANT"]);
    }
  });

  test.each([
    ["a letter no choice has", "Q\nA) x\nB) y\nANSWER: D", "BAD_ANSWER"],
    ["two choices of that letter", "Q\nA) x\nA) y\nANSWER: A", "BAD_ANSWER"],
    ["no letter", "Q\nA) x\nB) y\nANSWER: both", "BAD_ANSWER"],
    ["one choice", "Q\nA) x\nANSWER: A", "TOO_FEW_CHOICES"],
    ["equal choices", "Q\nA) x\nB) x\nANSWER: A", "DOUBLE_CHOICE"],
    ["an empty choice", "Q\nA) x\nB)\nANSWER: A", "EMPTY_TEXT"],
    ["no answer line before the next question", "Q\nA) x\nB) y", "NOT_COMPLETE"],
    ["no choices", "Just text\n", "NOT_COMPLETE"],
  ])("IMP-02 %s is an error of that question alone", (_, text, code) => {
    const result = readFile(`${text}\n\n${good}`);
    expect(problemsOf(result)).toEqual([`1 ${code}`]);
    expect(questionsIn(result).map((question) => question.text)).toEqual(["Sure?"]);
  });

  test("a cut file loses its last question with a word, and a choice without a question is named", () => {
    expect(problemsOf(readFile(`${good}\nQ\nA) x\nB) y`))).toEqual(["6 NOT_COMPLETE"]);
    expect(problemsOf(readFile(`A) lost\n${good}`))).toEqual(["1 NOT_STARTED"]);
  });
});
