"use client";
/** One reply of the API on show: read once, replaced by what a change replies, and what was refused in words. */
import { useCallback, useEffect, useState } from "react";
import { api } from "@/lib/client/api";
import { refusalWords } from "./refusal-words";

export type Loaded<T> = {
  value: T | null;
  said: string;
  busy: boolean;
  /** Sends a change whose reply is the new value; true when it was done. */
  change: (path: string, request: { method: string; json?: unknown }) => Promise<boolean>;
};

/** `path` null: not yet; `waitMs`: how much longer than usual the server may take. */
export function useLoaded<T>(path: string | null, waitMs = 0): Loaded<T> {
  const [value, setValue] = useState<T | null>(null);
  const [said, setSaid] = useState("");
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (!path) return;
    let gone = false;
    void api<T>(path, { waitMs }).then((reply) => {
      if (gone) return;
      if (reply.ok) setValue(reply.value);
      setSaid(reply.ok ? "" : refusalWords(reply.error));
    });
    return () => {
      gone = true;
    };
  }, [path, waitMs]);
  const change = useCallback<Loaded<T>["change"]>(
    async (to, request) => {
      setBusy(true);
      setSaid("");
      const reply = await api<T>(to, { ...request, waitMs });
      setBusy(false);
      if (reply.ok) setValue(reply.value);
      else setSaid(refusalWords(reply.error));
      return reply.ok;
    },
    [waitMs],
  );
  return { value, said, busy, change };
}
