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
  let shared: SharedView | null = null;
  let me: MeView | null = null;
  let closed = false;
  const token = deviceToken();
  const path = `/api/sessions/${encodeURIComponent(sessionId)}`;
  const change = (next: Partial<PlayerState>) => snapshot.set({ ...snapshot.get(), ...next });
  const show = () => {
    if (!shared || !me) return;
    if (me.answer) outbox.stored(me.answer.questionId, me.answer.value);
    change({ view: { shared, me } });
  };

  const take = (envelope: Envelope<PlayerView>) => {
    ({ shared, me } = envelope.view);
    show();
  };

  async function send(answer: SubmitAnswer): Promise<AnswerReply | null> {
    let unacknowledged = false;
    if (wire.connection.isSocketUp) {
      try {
        const reply = await wire.connection.ask("answer:submit", answer, ackTimeoutMs);
        const taken = asAnswerReply(reply as AnswerReply);
        if (taken) return taken;
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

  const outbox = createOutbox(sessionId, {
    ...browserTime,
    storage: browserStorage,
    send,
    newId: randomId,
    onChange: () => change({ outboxTick: snapshot.get().outboxTick + 1 }),
  });

  const wire = openWire<PlayerView>({
    auth: { sessionId, role: "player", ...(token ? { token } : {}) },
    viewPath: `${path}/view`,
    token,
    listen(socket: SocketLike, connection) {
      socket.on("view:player", (envelope: Envelope<PlayerView>) => {
        if (connection.heard(envelope)) take(envelope);
      });
      socket.on("view:me", (message: { version: number; now: number; cursor: string; me: MeView }) => {
        if (!connection.heard(message, "me")) return;
        me = message.me;
        show();
      });
      socket.on("version:announced", (message: { version: number }) => connection.announced(message.version));
      socket.on("seat:revoked", (refusal: Refusal) => connection.end(refusal));
    },
    show: take,
    onChange() {
      const { link, refusal } = wire.connection;
      if (refusal) outbox.refuseAll(refusal);
      change({ link, refusal });
    },
    onRoadOpen: () => outbox.flush(),
  });

  const otherTab = (event: StorageEvent) => {
    if (event.key === outboxKey(sessionId)) outbox.changedElsewhere();
  };
  window.addEventListener("storage", otherTab);

  return {
    ...wire,
    submitAnswer: outbox.submit,
    /** What this phone knows of its answer: the stored one wins over the outbox. */
    answerState(questionId: string): AnswerState | null {
      const stored = snapshot.get().view?.me.answer;
      if (stored?.questionId === questionId) return { value: stored.value, status: "saved" };
      return outbox.state(questionId);
    },
    missedAnswer: outbox.missed,
    close() {
      closed = true;
      window.removeEventListener("storage", otherTab);
      outbox.stop();
      wire.close();
    },
  };
}
