import type { Phase, SharedView } from "@/lib/contracts/views";

/** The shared part of a view in one phase. */
export type SharedIn<P extends Phase> = Extract<SharedView, { phase: P }>;
