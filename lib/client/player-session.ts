/**
 * A player's line and outbox, without React: the view from whichever road is open, and answers down whichever road is
 * open. One per open tab; tabs of one seat share the outbox's place in storage, and nothing else.
 */
import type { AnswerReply, SubmitAnswer } from "@/lib/contracts/answers";
import type { Refusal } from "@/lib/contracts/refusals";
import type { Envelope, Link, MeView, PlayerView, SharedView } from "@/lib/contracts/views";
import { answerReplyOf, asAnswerReply } from "./answer-reply";
import { api } from "./api";
import { browserTime, openWire } from "./browser-connection";
import { deviceToken } from "./device";
import { type AnswerState, createOutbox, outboxKey } from "./outbox";
import { randomId } from "./random-id";
import type { SocketLike } from "./session-connection";
import { createSheetOutbox, sheetOutboxKey } from "./sheet-outbox";
import { ShownView } from "./shown-view";
import { browserStorage } from "./storage";
import type { Snapshot } from "./store";

export type PlayerState = {
  view: PlayerView | null;
  link: Link;
  refusal: Refusal | null;
  outboxTick: number;
};
export const noPlayerState: PlayerState = { view: null, link: "offline", refusal: null, outboxTick: 0 };

/** An acknowledgement over the socket comes after one commit; after this the other road is tried. */
const ackTimeoutMs = 2_000;

export function openPlayerSession(sessionId: string, snapshot: Snapshot<PlayerState>) {
  const view = new ShownView();
  let closed = false;
  const token = deviceToken();
  const path = `/api/sessions/${encodeURIComponent(sessionId)}`;
  const change = (next: Partial<PlayerState>) => snapshot.set({ ...snapshot.get(), ...next });
  const show = () => {
    const { shared, me } = view;
    if (!shared || !me) return;
    const before = snapshot.get().view;
    if (me.answer) outbox.stored(me.answer.questionId, me.answer.value);
    // another seat (two of a team became one), or another round: revisions count anew
    if (before && before.me.playerId !== me.playerId) sheet.newSheet();
    else if (before?.me.sheet && !me.sheet && shared.phase !== "paused") sheet.newSheet();
    for (const stored of me.sheet ?? []) sheet.seen(stored);
    const joker = jokerStored(shared, me);
    if (joker) sheet.seen(joker);
    for (const stake of stakesStored(me)) sheet.seen(stake);
    sheet.opened(openToChange(shared, me));
    change({ view: { shared, me } });
  };

  /** Says whether this phone shows something else now. */
  const take = (envelope: Envelope<PlayerView>): boolean => {
    const isChange = view.take(envelope);
    show();
    return isChange;
  };

  /** An acknowledgement is the news of what it acknowledges: the server tells this phone no more than that. */
  function acknowledged(reply: AnswerReply | null): AnswerReply | null {
    const { shared, me } = view;
    const open = shared?.phase === "question" && !shared.sheet ? shared.question : null;
    if (reply?.ok && me && open?.id === reply.questionId && open.type !== "buzzer") {
      const { questionId, value, revision } = reply;
      view.me = { ...me, answer: { questionId, value, revision } };
      show();
    }
    return reply;
  }

  async function send(answer: SubmitAnswer): Promise<AnswerReply | null> {
    let unacknowledged = false;
    if (wire.connection.isSocketUp) {
      try {
        const reply = await wire.connection.ask("answer:submit", answer, ackTimeoutMs);
        const taken = asAnswerReply(reply as AnswerReply);
        if (taken) return acknowledged(taken);
      } catch {
        // not acknowledged in time: the same submission goes down the other road
        unacknowledged = true;
      }
    }
    if (closed) return null;
    const reply = await api<AnswerReply>(`${path}/answers`, { json: answer, token });
    const taken = answerReplyOf(reply);
    if (reply.ok && taken && unacknowledged) wire.connection.answeredElsewhere();
    return taken;
  }

  const outboxDeps = {
    ...browserTime,
    storage: browserStorage,
    send,
    newId: randomId,
    onChange: () => change({ outboxTick: snapshot.get().outboxTick + 1 }),
  };
  const outbox = createOutbox(sessionId, outboxDeps);
  const sheet = createSheetOutbox(sessionId, outboxDeps);

  const wire = openWire<PlayerView>({
    auth: { sessionId, role: "player", changes: true, ...(token ? { token } : {}) },
    viewPath: `${path}/view`,
    token,
    listen(socket: SocketLike, connection) {
      view.listen(socket, connection, show);
    },
    show: take,
    onChange() {
      const { link, refusal } = wire.connection;
      if (refusal) outbox.refuseAll(refusal);
      if (refusal) sheet.refuseAll(refusal);
      change({ link, refusal });
    },
    onRoadOpen() {
      outbox.flush();
      sheet.flush();
    },
  });

  const otherTab = (event: StorageEvent) => {
    if (event.key === outboxKey(sessionId)) outbox.changedElsewhere();
    if (event.key === sheetOutboxKey(sessionId)) sheet.changedElsewhere();
  };
  window.addEventListener("storage", otherTab);
  // said once a question, and not again if it gets lost: it is for the host to know and costs nobody anything
  let saidOf = "";
  const hidden = () => {
    const open = view.shared?.phase === "question" ? view.shared.question : null;
    if (document.visibilityState !== "hidden" || !open || open.type === "info" || saidOf === open.id) return;
    saidOf = open.id;
    void api(`${path}/left-page`, { method: "POST", token });
  };
  document.addEventListener("visibilitychange", hidden);

  return {
    ...wire,
    submitAnswer: outbox.submit,
    /** What this phone knows of its answer: the stored one wins over the outbox. */
    answerState(questionId: string): AnswerState | null {
      const stored = snapshot.get().view?.me.answer;
      if (stored?.questionId === questionId) return { value: stored.value, status: "saved" };
      return outbox.state(questionId);
    },
    missedAnswer: () => sheet.missed() ?? outbox.missed(),
    changeAnswer: sheet.change,
    giveWay: sheet.giveWay,
    sheetEntry: sheet.entry,
    close() {
      closed = true;
      window.removeEventListener("storage", otherTab);
      document.removeEventListener("visibilitychange", hidden);
      outbox.stop();
      sheet.stop();
      wire.close();
    },
  };
}

/** The joker of the round on show is an answer like any other; the view says it in words of its own. */
function jokerStored(shared: SharedView, { joker }: MeView) {
  if (shared.phase !== "roundIntro" || !joker?.offer || joker.offer.revision === null) return null;
  const { questionId, revision } = joker.offer;
  const played = joker.playedIn === shared.round.number;
  return { questionId, revision, value: { kind: "joker" as const, played } };
}

/** What is staked on the questions of the round on show, while it may be changed. */
const stakesStored = ({ wagers = [] }: MeView) =>
  wagers.flatMap(({ stake, offer }) =>
    offer && offer.revision !== null
      ? [{ questionId: offer.wagerId, revision: offer.revision, value: { kind: "wager" as const, stake } }]
      : [],
  );

/** What takes changes now: the questions of the sheet that are this team's, before a round its joker and its stakes. */
function openToChange(shared: SharedView, { joker, wagers = [], missed = [] }: MeView): string[] {
  if (shared.phase === "question")
    return (shared.sheet ?? []).flatMap(({ id }) => (missed.includes(id) ? [] : [id]));
  if (shared.phase !== "roundIntro") return [];
  const offered = wagers.flatMap(({ offer }) => (offer ? [offer.wagerId] : []));
  return joker?.offer ? [joker.offer.questionId, ...offered] : offered;
}
