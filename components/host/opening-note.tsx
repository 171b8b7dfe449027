"use client";
import { useEffect, useState } from "react";
import { Note } from "@/components/ui/note";

/** A page on a laptop opens in less; after this a host wonders and wants a word. */
const lateMs = 3_000;

/** Before the first view is there. `trouble`: why it is not. */
export function OpeningNote({ trouble }: { trouble: string | null }) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), lateMs);
    return () => clearTimeout(timer);
  }, []);
  if (!trouble && !isLate) return <p>Opening the console…</p>;
  return (
    <Note tone="warn" title={trouble ?? "Roomful has not answered yet."} testId="offline">
      This page tries again by itself.
    </Note>
  );
}
