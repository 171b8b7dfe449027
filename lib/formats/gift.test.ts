import { describe, expect, test } from "vitest";
import { readGift } from "./gift";

const read = (text: string) => {
  let count = 0;
  return readGift(text, () => `id${++count}`);
};
const only = (text: string) => {
  const { rounds, problems } = read(text);
  const question = rounds[0]?.questions[0];
  if (!question) throw new Error(`no question: ${JSON.stringify(problems)}`);
  return question;
};
const picks = (text: string) => {
  const question = only(text);
  if (!("choices" in question)) throw new Error(`a ${question.type} question`);
  return question.choices.map(({ text, correct }) => `${correct ? "+" : "-"}${text}`);
};
const codes = (text: string) => read(text).problems.map(({ row, code }) => `${row} ${code}`);

describe("kinds of question", () => {
  test("one = makes a single choice, in the author's order", () => {
    expect(only("Q? {~a =b ~c}")).toMatchObject({ type: "single", points: 10, timeLimitSeconds: 30 });
    expect(picks("Q? {~a =b ~c}")).toEqual(["-a", "+b", "-c"]);
  });

  test("several = stay a single choice in which any of them counts, with a warning", () => {
    expect(only("Q? {=a =b ~c}").type).toBe("single");
    expect(picks("Q? {=a =b ~c}")).toEqual(["+a", "+b", "-c"]);
    expect(codes("Q? {=a =b ~c}")).toEqual(["1 SEVERAL_RIGHT"]);
  });

  test("no = makes a multiple choice whose right ones have a weight above 0", () => {
    const text = "Q? {~%50%a ~%-100%b ~%50%c ~d}";
    expect(only(text).type).toBe("multiple");
    expect(picks(text)).toEqual(["+a", "-b", "+c", "-d"]);
    expect(codes(text)).toEqual([]);
    expect(codes("Q? {~%30%a ~%70%b ~c}")).toEqual(["1 WEIGHTS_IGNORED"]);
  });

  test("a weight counts only right after its marker and only as Moodle reads it", () => {
    expect(picks("Q? {~%100%a ~50%b ~%+5%c}")).toEqual(["+a", "-50%b", "-%+5%c"]);
    expect(picks("Q? {~%33.33333%a ~%33.33333%b ~%33.33333%c}")).toEqual(["+a", "+b", "+c"]);
  });

  test("half a credit beside a right answer counts as wrong, with a warning", () => {
    expect(picks("Q? {~a ~%50%b =c}")).toEqual(["-a", "-b", "+c"]);
    expect(codes("Q? {~a ~%50%b =c}")).toEqual(["1 PARTIAL_CREDIT"]);
  });

  test.each([
    ["T", 0],
    ["TRUE", 0],
    ["F", 1],
    ["FALSE", 1],
  ])("{%s} is true/false", (word, right) => {
    const question = only(`Q? { ${word} }`);
    expect(question.type).toBe("boolean");
    expect("choices" in question && question.choices.findIndex((choice) => choice.correct)).toBe(right);
  });

  test("true and false in lower case are typed answers", () => {
    expect(only("Q? {=true}")).toMatchObject({ type: "text", accepted: ["true"], timeLimitSeconds: 45 });
  });

  test("typed answers: the best first, asterisks left out, worthless ones not accepted", () => {
    const text = "Q? {=%50%half =whole =%0%none =any* =star \\*}";
    expect(only(text)).toMatchObject({ type: "text", accepted: ["whole", "star *", "half"] });
    expect(codes(text)).toEqual(["1 PARTIAL_CREDIT", "1 WILDCARD"]);
  });

  test.each([
    ["{#42}", 42, 0],
    ["{#-1}", -1, 0],
    ["{#2.75:0.01}", 2.75, 0.01],
    ["{#2.716..2.717}", 2.7165, 0.0005],
    ["{#-2.717..-2.716}", -2.7165, 0.0005],
    ["{#-5..5}", 0, 5],
    ["{#=%50%1822:2 =1822:0#yes}", 1822, 0],
    ["{#3:2~#wrong}", 3, 2],
    ["{#.5}", 0.5, 0],
  ])("numerical %s", (braces, value, tolerance) => {
    expect(only(`Q? ${braces}`)).toMatchObject({ type: "number", value, tolerance, timeLimitSeconds: 45 });
  });

  test.each(["{#1,5}", "{#1.5..}", "{#:}", "{#5..1}", "{#*}", "{#1:-2}", "{#1:2:3}", "{#}", "{#1e999}"])(
    "numerical %s is an error, not a guess",
    (braces) => {
      expect(read(`Q? ${braces}`).rounds).toEqual([]);
      expect(codes(`Q? ${braces}`)[0]).toMatch(/BAD_NUMBER|NO_RIGHT_ANSWER/);
    },
  );

  test("IMP-02 essays and descriptions are named with line and reason; the rest comes in", () => {
    const { rounds, problems } = read(
      "Write! {}\n\nJust so you know.\n\nMatch {=a -> b =c -> d}\n\nAlso. {####fb}\n\nGood? {T}",
    );
    expect(rounds.flatMap((round) => round.questions.map((question) => question.text))).toEqual([
      "Match",
      "Good?",
    ]);
    expect(problems.map(({ row, code, severity }) => [row, code, severity])).toEqual(
      [1, 3, 7].map((row) => [row, "UNSUPPORTED_TYPE", "error"]),
    );
    expect(problems[1]).toMatchObject({ excerpt: "Just so you know." });
  });

  test("a matching question: formats on the left, plain on the right, points for each pair", () => {
    const { rounds, problems } = read(
      "Who? {\n=[html]<b>A</b> \\= &amp; -> [html]x -> y\n= c -> d\n= -> nobody\n}",
    );
    expect(rounds[0]?.questions[0]).toMatchObject({
      type: "matching",
      partial: true,
      pairs: [
        { left: { text: "A = &" }, right: { text: "[html]x -> y" } },
        { left: { text: "c" }, right: { text: "d" } },
      ],
    });
    expect(problems.map(({ code, severity }) => [code, severity])).toEqual([["EXTRA_LEFT_OUT", "warning"]]);
  });

  test.each([
    ["{=a -> b =c}", "BAD_PAIR"],
    ["{x =a -> b =c -> d}", "BAD_PAIR"],
    ["{=a -> b = -> d}", "TOO_FEW_ITEMS"],
    ["{=a -> b =a -> d}", "DOUBLE_CHOICE"],
    [`{=a -> b =c -> ${"d".repeat(201)}}`, "TOO_LONG"],
    [`{${Array.from({ length: 13 }, (_, at) => `=${at} -> b`).join("")}}`, "TOO_LONG"],
    ["{=a -> b =c -> }", "EMPTY_TEXT"],
  ])("a matching question that cannot be asked is named: %s", (braces, code) => {
    expect(codes(`Q? ${braces}`)).toEqual([`1 ${code}`]);
  });
});

describe("text", () => {
  test("escapes are text and never control characters", () => {
    expect(picks("5 \\= \\{x\\}\\: \\#1? {~\\~ =\\= 2 + 3 ~\\\\}")).toEqual(["-~", "+= 2 + 3", "-\\"]);
    expect(only("5 \\= \\{x\\}\\: \\#1? {T}").text).toBe("5 = {x}: #1?");
  });

  test("a lone backslash stays, \\n is a line end, \\\\neq keeps its name", () => {
    expect(only("\\frac and \\\\neq\\nnext {T}").text).toBe("\\frac and \\neq\nnext");
  });

  test("titles and formats go, other words in brackets stay", () => {
    expect(only("::A title\\: part two::[markdown]*Really*? {T}").text).toBe("*Really*?");
    expect(only("[hint] Really? {T}").text).toBe("[hint] Really?");
    expect(only("::not closed {T}").text).toBe("::not closed");
  });

  test("HTML becomes plain text, entities are decoded once, what only looks like a tag stays", () => {
    expect(only("[html]<p>Is <b>R&amp;B</b> &lt;i&gt;?</p><script>x</script><p>Yes</p> {T}").text).toBe(
      "Is R&B <i>?\n\nYes",
    );
    expect(only("Is x <y or vector<int> &amp;lt;? {T}").text).toBe("Is x <y or vector<int> &lt;?");
    expect(only("10<sup>3</sup> on the 1<sup>st</sup> {T}").text).toBe("10^3 on the 1st");
    expect(only("[plain]<b>&amp; {T}").text).toBe("<b>&amp;");
  });

  test("a picture that is not in the file is warned about", () => {
    expect(codes('Who is this? <img src\\="@@PLUGINFILE@@/x.jpg"> {=Anna}')).toEqual(["1 MEDIA_LEFT_OUT"]);
  });

  test("a missing word leaves a gap", () => {
    expect(only("Grant is {~buried =entombed} in Grant's tomb.").text).toBe(
      "Grant is _____ in Grant's tomb.",
    );
    expect(only("He was from {=Nazareth}.").text).toBe("He was from _____.");
    expect(only('What? {#3:2}";').text).toBe("What?");
  });

  test("lines of one question are one text", () => {
    expect(only("Match the\n  countries? {T}").text).toBe("Match the countries?");
  });
});

describe("feedback", () => {
  test("general feedback is the explanation, the rest is for the host", () => {
    expect(only("Q? {~a#not a =b#well done ####Because\nof that}")).toMatchObject({
      explanation: "Because of that",
      hostNotes: "a: not a\nb: well done",
    });
  });

  test("without general feedback the right answer's is the explanation", () => {
    expect(only("Q? {~a#not a =b#well done}")).toMatchObject({
      explanation: "well done",
      hostNotes: "a: not a",
    });
  });

  test("true/false has the feedback for wrong first", () => {
    expect(only("Q? {F#It is not#Quite so}")).toMatchObject({
      explanation: "Quite so",
      hostNotes: "When wrong: It is not",
    });
  });
});

describe("the file", () => {
  test("categories become rounds in their order and are found again", () => {
    const { rounds } = read(
      "First? {T}\n\n$CATEGORY: $course$/top/Pub/Music\n\nA? {T}\n\n$CATEGORY: Pub/AC//DC\nB? {T}\n\n$CATEGORY: $course$/top/Pub/Music\n\nC? {F}",
    );
    expect(rounds.map((round) => [round.title, round.questions.map((question) => question.text)])).toEqual([
      ["Round 1", ["First?"]],
      ["Music", ["A?", "C?"]],
      ["AC/DC", ["B?"]],
    ]);
  });

  test("comments are no text, do not end a question and keep the count of lines", () => {
    expect(only("// one\nQ? {\n// two\n~a\n  // three\n=b\n}").text).toBe("Q?");
    expect(codes("// one\n\n// two\nQ? {T}\n\n// three\nBad? {")).toEqual(["7 BRACES"]);
  });

  test("an address in an answer is not a comment", () => {
    expect(picks("Q? {~http\\://a.example/?x\\=1 =https\\://a.example}")).toEqual([
      "-http://a.example/?x=1",
      "+https://a.example",
    ]);
  });

  test("stray braces and an empty line inside braces are errors of those rows alone", () => {
    expect(codes("A? {~a\n\n=b}\n\nGood? {T}")).toEqual(["1 BRACES", "3 BRACES"]);
    expect(codes("\\frac{1}{2}? {=0.5}")).toEqual(["1 BRACES"]);
    expect(codes("A? {T}\nB? {F}")).toEqual(["1 BRACES"]);
  });

  test("no right choice, one choice and no text are errors", () => {
    expect(codes("Q? {~a ~b}")).toEqual(["1 NO_RIGHT_ANSWER"]);
    expect(codes("Q? {~%100%a}")).toEqual(["1 TOO_FEW_CHOICES"]);
    expect(codes("::T:: {T}")).toEqual(["1 EMPTY_TEXT"]);
    expect(codes("Q? {=a ~ ~b}")).toEqual(["1 EMPTY_TEXT"]);
  });

  test("a file of comments alone says that there is nothing in it", () => {
    expect(codes("// nothing")).toEqual(["null NO_QUESTIONS"]);
  });
});
