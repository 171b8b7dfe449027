"use client";
/** A player's session: the view from whichever road is open, and the outbox for answers. */
import { useCallback } from "react";
import type { AnswerReply, AnswerValue, SubmitAnswer } from "@/lib/contracts/answers";
import type { Refusal } from "@/lib/contracts/refusals";
import type { Link, MeView, PlayerView, SharedView } from "@/lib/contracts/views";
import { api } from "./api";
import { openWire } from "./browser-connection";
import { deviceToken } from "./device";
import { type AnswerState, createOutbox } from "./outbox";
import { randomId } from "./random-id";
import type { SocketLike } from "./session-connection";
import { browserStorage } from "./storage";
import { type Snapshot, useOpened } from "./store";

type State = { view: PlayerView | null; link: Link; refusal: Refusal | null; outboxTick: number };
const nothing: State = { view: null, link: "offline", refusal: null, outboxTick: 0 };

/** An acknowledgement over the socket comes after one commit; after this the other road is tried. */
const ackTimeoutMs = 2_000;

function openPlayer(sessionId: string, snapshot: Snapshot<State>) {
  let shared: SharedView | null = null;
  let me: MeView | null = null;
  const token = deviceToken();
  const path = `/api/sessions/${encodeURIComponent(sessionId)}`;
  const change = (next: Partial<State>) => snapshot.set({ ...snapshot.get(), ...next });
  const show = () => {
    if (shared && me) change({ view: { shared, me } });
  };

  async function send(answer: SubmitAnswer): Promise<AnswerReply | null> {
    if (wire.connection.isSocketUp) {
      try {
        return (await wire.connection.ask("answer:submit", answer, ackTimeoutMs)) as AnswerReply;
      } catch {
        // not acknowledged in time: the same submission goes down the other road
      }
    }
    const reply = await api<AnswerReply>(`${path}/answers`, { json: answer, token });
    if (reply.ok) return reply.value;
    const { body, code, message, retryAfterMs, status } = reply.error;
    if (status === 0) return null;
    const stored = (body as { stored?: AnswerValue } | undefined)?.stored;
    return {
      ok: false,
      code,
      message,
      ...(stored ? { stored } : {}),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    };
  }

  const outbox = createOutbox(sessionId, {
    storage: browserStorage,
    send,
    newId: randomId,
    setTimer: (run, ms) => window.setTimeout(run, ms),
    random: Math.random,
    onChange: () => change({ outboxTick: snapshot.get().outboxTick + 1 }),
  });

  const wire = openWire<PlayerView>({
    auth: { sessionId, role: "player", ...(token ? { token } : {}) },
    viewPath: `${path}/view`,
    token,
    listen(socket: SocketLike, connection) {
      socket.on("view:shared", (message: { version: number; now: number; shared: SharedView }) => {
        if (!connection.heard(message, "shared")) return;
        shared = message.shared;
        show();
      });
      socket.on("view:me", (message: { version: number; now: number; cursor: string; me: MeView }) => {
        if (!connection.heard(message, "me")) return;
        me = message.me;
        show();
      });
      socket.on("version:announced", (message: { version: number }) => connection.announced(message.version));
      socket.on("seat:revoked", (refusal: Refusal) => connection.end(refusal));
      socket.on("connect", () => outbox.flush());
    },
    show(envelope) {
      shared = envelope.view.shared;
      me = envelope.view.me;
      show();
      outbox.flush();
    },
    onChange: () => change({ link: wire.connection.link, refusal: wire.connection.refusal }),
  });
  return { ...wire, outbox };
}

export function usePlayerSession(sessionId: string | null) {
  const { state, handle } = useOpened(sessionId, nothing, (snapshot: Snapshot<State>) =>
    openPlayer(sessionId ?? "", snapshot),
  );
  const serverNow = useCallback(() => handle?.serverNow() ?? Date.now(), [handle]);
  const submitAnswer = useCallback(
    (questionId: string, value: AnswerValue) => handle?.outbox.submit(questionId, value),
    [handle],
  );
  /** What this phone knows of its answer: the stored one wins over the outbox. */
  function answerState(questionId: string): AnswerState | null {
    const stored = state.view?.me.answer;
    if (stored?.questionId === questionId) return { value: stored.value, status: "saved" };
    return handle?.outbox.state(questionId) ?? null;
  }
  const { view, link, refusal } = state;
  return { view, link, refusal, serverNow, answerState, submitAnswer };
}
