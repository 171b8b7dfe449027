/**
 * The second quiz a new host finds waiting: a night as pubs know it, with an answer sheet, a quick round, a round for the
 * joker, a wager and a tie-break. It shows what each type of question looks like on a phone. Every fact in it is settled.
 */
import type { Choice, Question, Quiz } from "@/lib/contracts/quiz";
import { choiceTimeLimitSeconds, defaultPoints, typedTimeLimitSeconds } from "./check-question";

export function pubNightQuiz(newId: () => string): Quiz {
  const base = (text: string, explanation: string, hostNotes: string | null = null) => ({
    id: newId(),
    text,
    points: defaultPoints,
    timeLimitSeconds: typedTimeLimitSeconds,
    explanation,
    hostNotes,
  });
  const quick = (text: string, explanation: string) => ({
    ...base(text, explanation),
    timeLimitSeconds: choiceTimeLimitSeconds,
  });
  const choices = (texts: string[], right: string[]): Choice[] =>
    texts.map((text) => ({ id: newId(), text, correct: right.includes(text) }));
  const item = (text: string) => ({ id: newId(), text });

  const onPaper: Question[] = [
    {
      ...base(
        "Which river flows through London?",
        "The Thames passes under Tower Bridge on its way to the North Sea.",
        "Read it out twice. Answers may be changed until you lock the sheets.",
      ),
      type: "text",
      accepted: ["(River) Thames"],
    },
    {
      ...base("Who painted the Mona Lisa?", "Leonardo's portrait hangs in the Louvre in Paris."),
      type: "text",
      accepted: ["Leonardo (da Vinci)", "da Vinci"],
    },
    {
      ...base(
        "How many sides has a hexagon?",
        "Six: hex is Greek for six.",
        "The word and the figure are both taken.",
      ),
      type: "text",
      accepted: ["six"],
    },
    {
      ...base(
        "Which novel by Mary Shelley has the second title “The Modern Prometheus”?",
        "Frankenstein, first published in 1818. Frankenstein is the scientist: the creature has no name.",
      ),
      type: "text",
      accepted: ["Frankenstein"],
    },
    {
      ...base("Of which metal is Au the chemical symbol?", "Gold: Au is short for its Latin name, aurum."),
      type: "text",
      accepted: ["Gold"],
    },
  ];

  const againstTheClock: Question[] = [
    {
      ...base(
        "Now it is every phone for itself: the quicker a right answer, the more points on top.",
        "Up to five points on top, and none at the last second.",
        "A slide to read: press on when the room is ready.",
      ),
      type: "info",
    },
    {
      ...quick("Which planet is nearest to the Sun?", "Mercury goes round it once in 88 days."),
      type: "single",
      choices: choices(["Venus", "Mercury", "Mars", "Earth"], ["Mercury"]),
    },
    {
      ...quick(
        "True or false: spiders are insects.",
        "They are arachnids: eight legs, where insects have six.",
      ),
      type: "boolean",
      choices: choices(["True", "False"], ["False"]),
    },
    {
      ...quick(
        "Press the buzzer: which animal is the largest that lives on Earth today?",
        "The blue whale can grow to some thirty metres.",
      ),
      type: "buzzer",
      answer: "The blue whale",
    },
  ];

  const jokerRound: Question[] = [
    {
      ...base(
        "Name five of the eight planets of our solar system.",
        "Mercury, Venus, Earth, Mars, Jupiter, Saturn, Uranus and Neptune.",
        "Points for each one that is right.",
      ),
      type: "list",
      items: [["Mercury"], ["Venus"], ["Earth"], ["Mars"], ["Jupiter"], ["Saturn"], ["Uranus"], ["Neptune"]],
      wanted: 5,
    },
    {
      ...base(
        "Put these in order, the earliest first.",
        "1896, 1912, 1969 and 1989.",
        "Points for each one in its place.",
      ),
      type: "ordering",
      partial: true,
      items: [
        item("The first modern Olympic Games"),
        item("The sinking of the Titanic"),
        item("The first people on the Moon"),
        item("The fall of the Berlin Wall"),
      ],
    },
    {
      ...base("Which capital belongs to which country?", "Oslo, Lisbon, Budapest and Athens."),
      type: "matching",
      partial: true,
      pairs: [
        { left: item("Norway"), right: item("Oslo") },
        { left: item("Portugal"), right: item("Lisbon") },
        { left: item("Hungary"), right: item("Budapest") },
        { left: item("Greece"), right: item("Athens") },
      ],
    },
    {
      ...base(
        "Which of these are prime numbers? Pick all that are.",
        "9 is three times three, and 21 three times seven.",
        "A wrong pick takes back a right one.",
      ),
      type: "multiple",
      partial: true,
      choices: choices(["2", "9", "13", "21", "29"], ["2", "13", "29"]),
    },
  ];

  const atStake: Question[] = [
    {
      ...base(
        "How many keys does a full-size piano have?",
        "52 white ones and 36 black ones.",
        "Teams stake up to 10 points while the round is introduced: leave them a moment before you ask it.",
      ),
      type: "number",
      value: 88,
      tolerance: 0,
      wager: { max: 10 },
    },
  ];

  const tieBreak: Question[] = [
    {
      ...base(
        "How many kilometres is it to the Moon, on average?",
        "About 384,400 km, from centre to centre.",
        "No points: it decides between teams that are level. The nearest wins, so nobody needs to know it.",
      ),
      points: 0,
      type: "number",
      value: 384_400,
      tolerance: 0,
      closestWins: true,
      isTieBreak: true,
    },
  ];

  return {
    title: "A pub night",
    rounds: [
      { id: newId(), title: "On paper", pace: "sheet", questions: onPaper },
      {
        id: newId(),
        title: "Against the clock",
        speedBonus: { mode: "linear", points: 5 },
        questions: againstTheClock,
      },
      { id: newId(), title: "Play your joker", pace: "sheet", hasJoker: true, questions: jokerRound },
      { id: newId(), title: "What do you dare?", questions: atStake },
      { id: newId(), title: "Tie-break", questions: tieBreak },
    ],
  };
}
