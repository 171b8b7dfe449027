/**
 * The quiz a new host finds waiting: ten questions of all five types, to try a night with before writing
 * one. Every fact in it has been chosen because it is settled, not because it is surprising. It must stay
 * within the contract and must not depend on anything but the ids given to it.
 */
import type { Choice, Question, Quiz } from "@/lib/contracts/quiz";
import { choiceTimeLimitSeconds, defaultPoints, typedTimeLimitSeconds } from "./check-question";

export function sampleQuiz(newId: () => string): Quiz {
  const choices = (texts: string[], right: string[]): Choice[] =>
    texts.map((text) => ({ id: newId(), text, correct: right.includes(text) }));
  const choiceBase = (text: string, explanation: string, hostNotes: string | null = null) => ({
    id: newId(),
    text,
    points: defaultPoints,
    timeLimitSeconds: choiceTimeLimitSeconds,
    explanation,
    hostNotes,
  });
  const typedBase = (text: string, explanation: string, hostNotes: string | null = null) => ({
    ...choiceBase(text, explanation, hostNotes),
    timeLimitSeconds: typedTimeLimitSeconds,
  });

  const barAndKitchen: Question[] = [
    {
      ...choiceBase(
        "Which ingredient gives most beers their bitterness?",
        "The cone-shaped flowers of the hop plant balance the sweetness of the malt, and help the beer to keep.",
        "An easy one to open with. Check that every phone has answered before you go on.",
      ),
      type: "single",
      choices: choices(["Barley", "Hops", "Yeast", "Juniper"], ["Hops"]),
    },
    {
      ...choiceBase(
        "True or false: to a botanist, a peanut is a nut.",
        "It is a legume, like peas and beans, and its pods ripen under the ground.",
      ),
      type: "boolean",
      choices: choices(["True", "False"], ["False"]),
    },
    {
      ...choiceBase(
        "Which of these go into a classic margarita? Pick all that do.",
        "Tequila, orange liqueur and lime juice; the salt goes on the rim of the glass.",
        "Say it twice: more than one is right, and only the exact set scores.",
      ),
      type: "multiple",
      choices: choices(
        ["Lime juice", "White rum", "Orange liqueur", "Tequila", "Ginger beer"],
        ["Lime juice", "Orange liqueur", "Tequila"],
      ),
    },
    {
      ...typedBase(
        "Which costly spice is picked by hand from the flowers of a crocus?",
        "Saffron is the dried stigmas of Crocus sativus. Each flower has just three of them.",
      ),
      type: "text",
      accepted: ["Saffron"],
    },
    {
      ...typedBase(
        "How many millilitres are there in a British pint? Ten either way will do.",
        "An imperial pint is a little over 568 ml. An American one is smaller, at about 473 ml.",
      ),
      type: "number",
      value: 568,
      tolerance: 10,
    },
  ];

  const worldAndBeyond: Question[] = [
    {
      ...choiceBase(
        "Which planet of our solar system has the shortest day?",
        "The largest planet is also the one that spins fastest: Jupiter turns once in just under ten hours.",
      ),
      type: "single",
      choices: choices(["Mercury", "Earth", "Mars", "Jupiter"], ["Jupiter"]),
    },
    {
      ...choiceBase(
        "Which of these countries does the equator cross? Pick all that it does.",
        "It runs through Brazil, Kenya and Indonesia. All of Nigeria lies north of it, all of Australia south.",
      ),
      type: "multiple",
      choices: choices(
        ["Kenya", "Australia", "Brazil", "Nigeria", "Indonesia"],
        ["Kenya", "Brazil", "Indonesia"],
      ),
    },
    {
      ...choiceBase(
        "True or false: the top of Mount Everest is the point of the Earth's surface farthest from its centre.",
        "The Earth bulges at the equator, so the top of Chimborazo in Ecuador is about two kilometres farther out.",
        "Expect a protest or two: Everest is the highest above the sea, which is another question.",
      ),
      type: "boolean",
      choices: choices(["True", "False"], ["False"]),
    },
    {
      ...typedBase(
        "What is the capital of Australia?",
        "Canberra was planned as the capital, a compromise between the rivals Sydney and Melbourne.",
      ),
      type: "text",
      accepted: ["Canberra", "Canberra, Australia", "Canbera"],
    },
    {
      ...typedBase(
        "How many metres tall is the Eiffel Tower, antennas included? Fifteen either way will do.",
        "It has stood at 330 metres since a new antenna was put on top in 2022.",
      ),
      type: "number",
      value: 330,
      tolerance: 15,
    },
  ];

  return {
    title: "A first night at the pub",
    rounds: [
      { id: newId(), title: "Bar and kitchen", questions: barAndKitchen },
      { id: newId(), title: "The world and beyond", questions: worldAndBeyond },
    ],
  };
}
