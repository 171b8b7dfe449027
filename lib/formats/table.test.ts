import { describe, expect, test } from "vitest";
import { choicesOf, problemsOf, questionsIn, readFile } from "./read-file.test-support";

const csv = (...lines: string[]) => readFile(`${lines.join("\n")}\n`, "friday.csv");
const header = "Question,A,B,C,Correct answer";

describe("plain CSV", () => {
  test("IMP-06 the delimiter is the one that makes the header readable", () => {
    const rows = [
      ["Question", "Option 1", "Option 2", "Correct"],
      ["One, two, or three, say?", "a, b", "c", "2"],
    ];
    for (const delimiter of [";", "\t", "|"]) {
      const result = csv(...rows.map((cells) => cells.join(delimiter)));
      expect(result.problems).toEqual([]);
      expect(questionsIn(result)[0]?.text).toBe("One, two, or three, say?");
      expect(choicesOf(questionsIn(result)[0])).toEqual(["-a, b", "+c"]);
    }
    const hinted = csv("sep=;", ...rows.map((cells) => cells.join(";")), "Q?;x;x;1");
    expect(questionsIn(hinted)).toHaveLength(1);
    expect(problemsOf(hinted)).toEqual(["4 DOUBLE_CHOICE"]);
  });

  test("IMP-05 a mark in front of the header hides no column", () => {
    const text = "Question,A,B,Correct\nQ?,x,y,B\n";
    const plain = readFile(text);
    expect(choicesOf(questionsIn(plain)[0])).toEqual(["-x", "+y"]);
    expect(readFile(`\ufeff${text}`)).toEqual(plain);
    expect(readFile(new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le")))).toEqual(plain);
    expect(readFile(text.replaceAll("\n", "\r\n"))).toEqual(plain);
  });

  test("the header is found below a banner, whatever the case and the white space of its names", () => {
    expect(
      csv("My quiz,,,,", ",,,,", '" question\n text ",ANSWER A,answer b,,"Correct Answer(s)"', "Q?,x,y,,b")
        .problems,
    ).toEqual([]);
  });

  test.each([
    ["letter", "B", ["-x", "+y", "-z"]],
    ["small letter", "b", ["-x", "+y", "-z"]],
    ["number", "2", ["-x", "+y", "-z"]],
    ["number with a point", "2.0", ["-x", "+y", "-z"]],
    ["text", "Y", ["-x", "+y", "-z"]],
    ["letters", '"A, C"', ["+x", "-y", "+z"]],
    ["numbers", '"1;3"', ["+x", "-y", "+z"]],
  ])("the right answer by %s", (_, cell, expected) => {
    expect(choicesOf(questionsIn(csv(header, `Q?,x,y,z,${cell}`))[0])).toEqual(expected);
  });

  test("a list that a spreadsheet made a number is read with a warning", () => {
    const result = csv(header, "Q?,x,y,z,1.2");
    expect(choicesOf(questionsIn(result)[0])).toEqual(["+x", "+y", "-z"]);
    expect(problemsOf(result)).toEqual(["2 READ_AS_LIST"]);
  });

  test.each([
    ["an empty cell", "Q?,x,y,z,", "NO_RIGHT_ANSWER"],
    ["a place without a choice", "Q?,x,y,,3", "BAD_ANSWER"],
    ["a text no choice has", "Q?,x,y,z,nothing", "BAD_ANSWER"],
    ["a number that is one choice and the place of another", "Q?,3,2,1,1", "AMBIGUOUS_ANSWER"],
    ["an empty question", ",x,y,z,1", "EMPTY_TEXT"],
    ["one choice", "Q?,x,,,1", "TOO_FEW_CHOICES"],
  ])("IMP-02 %s is an error of that row alone", (_, row, code) => {
    const result = csv(header, row, "Good?,x,y,z,1");
    expect(problemsOf(result)).toEqual([`2 ${code}`]);
    expect(questionsIn(result)).toHaveLength(1);
  });

  test("a number that is the text and the place of the same choice is clear", () => {
    expect(choicesOf(questionsIn(csv(header, "Q?,1,2,3,2"))[0])).toEqual(["-1", "+2", "-3"]);
  });

  test("without choices the answer is typed, or true or false", () => {
    const questions = questionsIn(csv("Question;Answer", "Capital of Peru?;Lima", "Wet?;FALSE"));
    expect(questions[0]).toMatchObject({ type: "text", accepted: ["Lima"] });
    expect(questions[1]).toMatchObject({ type: "boolean", choices: [{ correct: false }, { correct: true }] });
  });

  test("points, time, explanation, notes, rounds and media have their columns", () => {
    const result = csv(
      "Category,Question,Choice 1,Choice 2,Correct,Points,Time limit,Explanation,Notes,Image",
      "Beer,Q?,x,y,1,5,20 s,Because.,Say it twice.,http://a.example/x.png",
      "Wine,Q?,x,y,1,many,9999,,,",
    );
    expect(result.quiz?.rounds.map((round) => round.title)).toEqual(["Beer", "Wine"]);
    expect(questionsIn(result)[0]).toMatchObject({
      points: 5,
      timeLimitSeconds: 20,
      explanation: "Because.",
      hostNotes: "Say it twice.",
    });
    expect(questionsIn(result)[1]).toMatchObject({ points: 10, timeLimitSeconds: 600 });
    expect(problemsOf(result)).toEqual(["2 MEDIA_LEFT_OUT", "3 BAD_AMOUNT", "3 TIME_CHANGED"]);
  });

  test("a quote that is never closed keeps the rows before it and says where it is", () => {
    const result = csv(header, "Q?,x,y,z,1", '"open,x,y,z,1', "Q?,x,y,z,1");
    expect(questionsIn(result)).toHaveLength(1);
    expect(problemsOf(result)).toEqual(["3 QUOTE_NOT_CLOSED"]);
  });

  test("empty rows are skipped, but not without end and not in silence", () => {
    expect(csv(header, ",,,,", "", "Q?,x,y,z,1").problems).toEqual([]);
    const result = csv(header, "Q?,x,y,z,1", ...Array.from({ length: 4000 }, () => ",,,,"), "Lost?,x,y,z,1");
    expect(questionsIn(result)).toHaveLength(1);
    expect(problemsOf(result)).toEqual(["4002 TOO_MANY_ROWS"]);
  });

  test("a table without a header we know is refused with what is missing", () => {
    expect(problemsOf(csv("name,score", "Anna,3"))).toEqual(["null NO_HEADER"]);
  });
});

describe("sheets of other programs", () => {
  test("Blooket: a banner in one cell over two lines, places counted from 1", () => {
    const result = csv(
      '"Blooket\nImport Template",,,,,,,',
      'Question #,Question Text,Answer 1,Answer 2,"Answer 3\n(Optional)","Answer 4\n(Optional)","Time Limit (sec)\n(Max: 300 seconds)","Correct Answer(s)\n(Only include Answer #)"',
      "1,Which is 4?,1,2,4,,20,3",
      '2,Which are even?,2,3,4,5,60,"1,3"',
      "3,Which?,a,b,,,20,a",
    );
    expect(result.format).toBe("blooket");
    expect(
      questionsIn(result).map((question) => [
        question.type,
        question.timeLimitSeconds,
        ...choicesOf(question),
      ]),
    ).toEqual([
      ["single", 20, "-1", "-2", "+4"],
      ["multiple", 60, "+2", "-3", "+4", "-5"],
    ]);
    expect(problemsOf(result)).toEqual(["5 BAD_ANSWER"]);
  });

  test("Gimkit: the right answer is a text in the second column, so choices are shuffled", () => {
    const rows = Array.from({ length: 30 }, (_, index) => `Q${index}?,right,w1,w2,`);
    const result = csv(
      "Gimkit Spreadsheet Import Template,,,,",
      "Question,Correct Answer,Incorrect Answer 1,Incorrect Answer 2 (Optional),Incorrect Answer 3 (Optional)",
      ...rows,
      "Typed?,Lima,,,",
      "=1+1,2,3,,",
      "Twice?,a,a,,",
    );
    expect(result.format).toBe("gimkit");
    const questions = questionsIn(result);
    const places = new Set(
      questions
        .slice(0, 30)
        .map((question) => choicesOf(question).findIndex((choice) => choice.startsWith("+"))),
    );
    expect(places.size).toBeGreaterThan(1);
    expect(questions[30]).toMatchObject({ type: "text", accepted: ["Lima"] });
    expect(questions[31]?.text).toBe("=1+1");
    expect(problemsOf(result)).toEqual(["35 DOUBLE_CHOICE"]);
  });

  test("Wayground: the help row is skipped, polls and open questions are named", () => {
    const result = csv(
      "Question Text,Question Type,Option 1,Option 2,Option 3,Option 4,Option 5,Correct Answer,Time in seconds,Image Link,Answer explanation",
      '"Text of the question\n\n(required)\n","Question Type\n(default is Multiple Choice)",,,,,,,,,',
      'Even?,Checkbox,2,3,4,,,"1,3",20,,',
      "Capital of Peru?,,Lima,Cusco,,,,1,,,On the coast",
      "Grain of beer?,Fill-in-the-Blank,barley,Malt,,,,,30,,",
      "Best song?,Poll,A,B,,,,,30,,",
      "Say something,Open-Ended,,,,,,,60,,",
    );
    expect(result.format).toBe("wayground");
    expect(questionsIn(result).map((question) => [question.type, question.timeLimitSeconds])).toEqual([
      ["multiple", 20],
      ["single", 30],
      ["text", 30],
    ]);
    expect(questionsIn(result)[1]?.explanation).toBe("On the coast");
    expect(problemsOf(result)).toEqual(["6 UNSUPPORTED_TYPE", "7 UNSUPPORTED_TYPE"]);
  });
});
