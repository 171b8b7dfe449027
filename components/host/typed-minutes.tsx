"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";

/** Minutes that no button offers, as a host types them; `read` says what they mean or what is wrong with them. */
export function TypedMinutes({
  read,
  send,
  inputMode,
  testId,
  onChosen,
}: {
  read: (typed: string) => { ok: true; value: number } | { ok: false; error: string };
  send: string;
  inputMode: "numeric" | "decimal";
  testId: string;
  onChosen: (value: number) => void;
}) {
  const [typed, setTyped] = useState("");
  const [said, setSaid] = useState("");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const meant = read(typed);
        if (meant.ok) onChosen(meant.value);
        else setSaid(meant.error);
      }}
    >
      <Field
        label="Or so many minutes"
        inputMode={inputMode}
        value={typed}
        data-testid={testId}
        {...(said ? { error: said } : {})}
        onChange={(event) => setTyped(event.target.value)}
        aside={
          <Button type="submit" variant={typed.trim() === "" ? "plain" : "primary"}>
            {send}
          </Button>
        }
      />
    </form>
  );
}
