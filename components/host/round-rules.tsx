"use client";
/** How a round is played: its pace, its joker, and points for being quick. */
import { Field } from "@/components/ui/field";
import { Note } from "@/components/ui/note";
import type { Pace, Round, SpeedBonus } from "@/lib/contracts/quiz";
import { sheetFault, withPace } from "./quiz-draft";
import { Select } from "./select";

const paceOptions: { value: Pace; label: string }[] = [
  { value: "question", label: "question by question" },
  { value: "sheet", label: "on an answer sheet" },
];
const bonusOptions: { value: SpeedBonus["mode"] | "off"; label: string }[] = [
  { value: "off", label: "off" },
  { value: "linear", label: "less with every second" },
  { value: "first", label: "for the first right answers" },
];

export function RoundRules({ round, onChange }: { round: Round; onChange: (round: Round) => void }) {
  const { speedBonus, ...withoutBonus } = round;
  const pace = round.pace ?? "question";
  const fault = sheetFault(round);
  return (
    <div
      className="flex flex-col gap-3 rounded-card border border-line bg-panel p-3 sm:p-4"
      data-testid="round-rules"
    >
      <div className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_auto_minmax(0,1.2fr)]">
        <Field
          label="Name of the round"
          value={round.title}
          maxLength={200}
          className="min-h-12! text-lead!"
          data-testid="round-title"
          onChange={(event) => onChange({ ...round, title: event.target.value })}
        />
        <Select
          label="Played"
          testId="round-pace"
          value={pace}
          options={paceOptions}
          onValue={(value) => onChange(withPace(round, value))}
        />
        <label className="flex min-h-12 items-center gap-2 font-bold">
          <input
            type="checkbox"
            className="size-6 accent-(--rf-amber)"
            data-testid="round-joker"
            checked={round.hasJoker === true}
            onChange={({ target }) => {
              const { hasJoker: _before, ...rest } = round;
              onChange(target.checked ? { ...rest, hasJoker: true } : rest);
            }}
          />
          Joker
        </label>
        {pace === "question" && (
          <Select
            label="Speed bonus"
            testId="round-bonus"
            value={speedBonus?.mode ?? "off"}
            options={bonusOptions}
            onValue={(mode) =>
              onChange(mode === "off" ? withoutBonus : { ...withoutBonus, speedBonus: newBonus(mode) })
            }
          />
        )}
      </div>
      <div className="flex flex-wrap items-end gap-3">
        <label className="flex min-h-12 items-center gap-2 font-bold">
          <input
            type="checkbox"
            className="size-6 accent-(--rf-amber)"
            data-testid="round-streak"
            checked={round.streak !== undefined}
            onChange={({ target }) => {
              const { streak: _before, ...rest } = round;
              onChange(target.checked ? { ...rest, streak: { points: 1 } } : rest);
            }}
          />
          Streak
        </label>
        <label className="flex min-h-12 items-center gap-2 font-bold">
          <input
            type="checkbox"
            className="size-6 accent-(--rf-amber)"
            data-testid="round-text-on-screen"
            checked={round.textOnScreenOnly === true}
            onChange={({ target }) => {
              const { textOnScreenOnly: _before, ...rest } = round;
              onChange(target.checked ? { ...rest, textOnScreenOnly: true } : rest);
            }}
          />
          Text on the big screen only
        </label>
        {round.streak && (
          <Field
            label="Points on top for each right answer after a right one"
            type="number"
            min={1}
            max={1000}
            value={round.streak.points}
            className="min-h-12! text-lead!"
            data-testid="streak-points"
            onChange={({ target }) =>
              onChange({ ...round, streak: { points: Math.round(Number(target.value)) } })
            }
          />
        )}
      </div>
      {pace === "question" && speedBonus && (
        <BonusFields
          bonus={speedBonus}
          onChange={(next) => onChange({ ...withoutBonus, speedBonus: next })}
        />
      )}
      <p className="text-ink-2">
        {pace === "sheet"
          ? "You ask the questions one after another; teams write and change their answers until you lock the sheets. Then you mark, and reveal one by one."
          : "Every question has its time; the first answer counts, and it is revealed at once."}
        {round.hasJoker && " A team that plays its joker here gets double."}
      </p>
      {fault && <Note tone="bad" title={fault} testId="round-fault" />}
    </div>
  );
}

const newBonus = (mode: SpeedBonus["mode"]): SpeedBonus =>
  mode === "linear" ? { mode, points: 5 } : { mode, points: 5, count: 3 };

function BonusFields({ bonus, onChange }: { bonus: SpeedBonus; onChange: (bonus: SpeedBonus) => void }) {
  return (
    <div className="grid gap-3 sm:grid-cols-2 lg:max-w-xl">
      <Field
        label={bonus.mode === "linear" ? "Points on top for an answer at once" : "Points on top for each"}
        type="number"
        min={1}
        max={1000}
        value={bonus.points}
        className="min-h-12! text-lead!"
        data-testid="bonus-points"
        onChange={({ target }) => onChange({ ...bonus, points: Math.round(Number(target.value)) })}
      />
      {bonus.mode === "first" && (
        <Field
          label="For the first"
          type="number"
          min={1}
          max={20}
          value={bonus.count}
          className="min-h-12! text-lead!"
          data-testid="bonus-count"
          onChange={({ target }) => onChange({ ...bonus, count: Math.round(Number(target.value)) })}
        />
      )}
    </div>
  );
}
