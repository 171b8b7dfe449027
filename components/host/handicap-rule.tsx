"use client";
/** Points that large teams give away, for this session; a change corrects what was played before. */
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { handicapInWords } from "@/lib/contracts/handicap-words";
import type { HandicapRule as Rule } from "@/lib/contracts/team-size";
import type { HostView } from "@/lib/contracts/views";
import { counted } from "./phase-words";
import { refusalWords } from "./refusal-words";
import { Select } from "./select";
import type { Order } from "./use-orders";
import { wholeFrom } from "./whole-from";

type Choice = Rule["per"] | "off";
const options: { value: Choice; label: string }[] = [
  { value: "off", label: "nothing" },
  { value: "night", label: "points, once a night" },
  { value: "round", label: "points, every round" },
];

/** As the server takes them: lib/contracts/team-size.ts. */
const mostHeads = 99;
const mostPoints = 100;
/** A table of six is the usual limit of pub quizzes. */
const usual = { freeHeads: 6, points: 1 };

export function HandicapRule({ view, order }: { view: HostView; order: Order }) {
  const rule = view.shared.handicap ?? null;
  // typed and not sent yet; what is in force comes back by the view
  const [draft, setDraft] = useState<{ choice: Choice; freeHeads: string; points: string } | null>(null);
  const [said, setSaid] = useState("");
  const shown = draft ?? {
    choice: rule?.per ?? ("off" as const),
    freeHeads: String((rule ?? usual).freeHeads),
    points: String((rule ?? usual).points),
  };
  async function send(next: Rule | null) {
    const refused = await order({ type: "setHandicap", rule: next });
    if (refused) setSaid(refusalWords(refused));
    else setDraft(null);
  }
  function save() {
    const freeHeads = wholeFrom(shown.freeHeads, 1, mostHeads);
    const points = wholeFrom(shown.points, 1, mostPoints);
    if (shown.choice === "off") return;
    if (freeHeads === null) return setSaid(`The heads that are free are a whole number, 1 to ${mostHeads}.`);
    if (points === null) return setSaid(`The points for each head are a whole number, 1 to ${mostPoints}.`);
    setSaid("");
    void send({ freeHeads, points, per: shown.choice });
  }
  const unknown = view.live.players.filter(({ heads, isBot }) => heads === null && !isBot).length;
  return (
    <form
      className="flex flex-col gap-3 md:col-span-2"
      data-testid="handicap-rule"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <div className="grid items-end gap-3 md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_auto]">
        <Select
          label="Large teams give away"
          testId="handicap-per"
          value={shown.choice}
          options={options}
          onValue={(choice) => {
            setSaid("");
            if (choice === "off") void send(null);
            setDraft(choice === "off" ? null : { ...shown, choice });
          }}
        />
        {shown.choice !== "off" && (
          <>
            <Field
              label="Heads free"
              inputMode="numeric"
              className="min-h-12! text-lead!"
              data-testid="handicap-free"
              value={shown.freeHeads}
              onChange={({ target }) => setDraft({ ...shown, freeHeads: target.value })}
            />
            <Field
              label="Points a head"
              inputMode="numeric"
              className="min-h-12! text-lead!"
              data-testid="handicap-points"
              value={shown.points}
              onChange={({ target }) => setDraft({ ...shown, points: target.value })}
            />
            <Button
              type="submit"
              variant={draft ? "primary" : "plain"}
              data-testid="save-handicap"
              disabled={!draft}
            >
              {draft ? "Set it" : "Set"}
            </Button>
          </>
        )}
      </div>
      <p role="alert" className="font-bold text-bad empty:hidden" data-testid="handicap-fault">
        {said}
      </p>
      <p className="text-ink-2" data-testid="handicap-words">
        {rule
          ? `${handicapInWords(rule)} Teams are asked how many they are; your own count, in a team's row, goes before theirs.`
          : "Every team keeps what it wins, however many sit at its table."}
        {rule && unknown > 0 && (
          <b className="text-warn">
            {" "}
            {counted(unknown, "team has", "teams have")} not said how many they are.
          </b>
        )}
      </p>
    </form>
  );
}
