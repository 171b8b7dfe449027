/**
 * The marking of a night on one screen, without React: the server's view with this person's unsent judgments on top.
 * Judgments go one after another and are sent until the server takes or refuses them: each says what it sets, so a
 * repeat changes nothing. Two people may mark side by side; the later judgment of the same group is the one that counts.
 */
import type { MarkCommand } from "@/lib/contracts/commands";
import type { MarkingReply, MarkReply } from "@/lib/contracts/http";
import type { MarkingView } from "@/lib/contracts/marking";
import type { Refusal } from "@/lib/contracts/refusals";
import { type ApiRefusal, api } from "./api";
import { applyMark, takenBack } from "./apply-mark";
import { browserTime } from "./browser-connection";
import { asCohost } from "./cohost";
import type { Snapshot } from "./store";

export type MarkingState = {
  /** as the person sees it: unsent judgments included */
  view: MarkingView | null;
  /** judgments the server has not taken yet */
  unsaved: number;
  /** the last judgment can be taken back */
  canTakeBack: boolean;
  /** why nothing newer comes, in words */
  trouble: string | null;
  /** a judgment was refused, in words */
  said: string | null;
  /** this person may not mark here: asking again cannot help */
  refusal: Refusal | null;
};
export const noMarking: MarkingState = {
  view: null,
  unsaved: 0,
  canTakeBack: false,
  trouble: null,
  said: null,
  refusal: null,
};

/** As quick as two people at one table expect to see each other's marks. */
const pollMs = 2_000;
/** A judgment that found no connection is sent again this soon, then less and less often. */
const firstRetryMs = 500;
const longestRetryMs = 8_000;
const final = new Set(["UNAUTHENTICATED", "FORBIDDEN", "NOT_FOUND", "BAD_TOKEN"]);

type Sent = { command: MarkCommand; back: MarkCommand | null };

/**
 * `token`: a marker's; null for the host, whose cookie goes along by itself, and a co-host, whose token does. `since`: the version on show; the reply then
 * has only the questions that changed after it.
 */
function markingPath(sessionId: string, token: string | null, since: number | null): string {
  const query = new URLSearchParams();
  if (token) query.set("token", token);
  if (since !== null) query.set("since", String(since));
  const path = `/api/sessions/${encodeURIComponent(sessionId)}/marking?${query}`;
  return token ? path : asCohost(path);
}

/** One judgment, for pages that keep no marking of their own. */
export const sendMark = (sessionId: string, command: MarkCommand) =>
  api<MarkReply>(markingPath(sessionId, null, null), { json: command });

/** The view with what a reply changes; null: the reply builds on something this page has never had. */
function withReply(known: MarkingView | null, reply: MarkingReply): MarkingView | null {
  const { questionIds, questions, ...rest } = reply;
  const byId = new Map([...(known?.questions ?? []), ...questions].map((one) => [one.questionId, one]));
  const all = questionIds.flatMap((id) => byId.get(id) ?? []);
  return all.length === questionIds.length ? { ...rest, questions: all } : null;
}

export function openMarking(sessionId: string, token: string | null, snapshot: Snapshot<MarkingState>) {
  const change = (next: Partial<MarkingState>) => snapshot.set({ ...snapshot.get(), ...next });
  let truth: MarkingView | null = null;
  const queue: Sent[] = [];
  /** what may be taken back, newest last */
  const done: MarkCommand[] = [];
  let sending = false;
  let closed = false;
  let timer: unknown;
  let asked = 0;

  const show = (next: Partial<MarkingState> = {}) =>
    change({
      view: truth && queue.reduce((view, { command }) => applyMark(view, command), truth),
      unsaved: queue.length,
      canTakeBack: done.length > 0,
      ...next,
    });
  const take = (reply: MarkingReply) => {
    // a poll that set out before a judgment was taken must not undo it on the screen
    if (!truth || reply.version >= truth.version) truth = withReply(truth, reply);
  };
  const since = () => truth?.version ?? null;

  async function sendAll() {
    if (sending) return;
    sending = true;
    let retryMs = firstRetryMs;
    for (let next = queue[0]; next && !closed; next = queue[0]) {
      const reply = await api<MarkReply>(markingPath(sessionId, token, since()), { json: next.command });
      if (closed) return;
      if (reply.ok) {
        queue.shift();
        take(reply.value.marking);
        retryMs = firstRetryMs;
        show({ trouble: null });
      } else if (isPassing(reply.error)) {
        show({ trouble: reply.error.message });
        await new Promise<void>((resume) =>
          browserTime.setTimer(resume, Math.max(reply.error.retryAfterMs ?? 0, retryMs)),
        );
        retryMs = Math.min(retryMs * 2, longestRetryMs);
      } else {
        queue.shift();
        if (next.back && done.at(-1) === next.back) done.pop();
        show(final.has(reply.error.code) ? { refusal: reply.error } : { said: reply.error.message });
      }
    }
    sending = false;
  }

  async function look() {
    const mine = ++asked;
    browserTime.clearTimer(timer);
    let pause = pollMs;
    if (document.visibilityState === "visible") {
      const reply = await api<MarkingReply | undefined>(markingPath(sessionId, token, since()));
      if (closed || mine !== asked) return;
      if (reply.ok) {
        if (reply.value) take(reply.value);
        show(sending ? {} : { trouble: null });
      } else if (final.has(reply.error.code)) {
        const { code, message } = reply.error;
        change({ refusal: { code, message } });
        return;
      } else {
        pause = Math.max(pollMs, reply.error.retryAfterMs ?? 0);
        change({ trouble: reply.error.message });
      }
    }
    timer = browserTime.setTimer(() => void look(), pause);
  }

  function send(command: MarkCommand): void {
    const { view } = snapshot.get();
    const back = view && takenBack(view, command);
    if (back) done.push(back);
    queue.push({ command, back });
    show({ said: null });
    void sendAll();
  }
  void look();
  return {
    send,
    /** The last judgment made here goes back to what it was; says which question it was on. */
    takeBack(): string | null {
      const command = done.pop();
      if (!command) return null;
      queue.push({ command, back: null });
      show({ said: null });
      void sendAll();
      return "questionId" in command ? command.questionId : null;
    },
    /** something newer is known to be there */
    look: () => void look(),
    close() {
      closed = true;
      browserTime.clearTimer(timer);
    },
  };
}

/** Nobody has judged the judgment itself: it goes again. */
const isPassing = ({ code, status }: ApiRefusal) =>
  status === 0 || code === "RATE_LIMITED" || code === "UNAVAILABLE" || code === "STALE";
