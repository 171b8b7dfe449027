"use client";
/** A host's session: the view, and commands that name the version they were based on. */
import { useCallback } from "react";
import type { HostCommand } from "@/lib/contracts/commands";
import type { Refusal } from "@/lib/contracts/refusals";
import type { CommandReply } from "@/lib/contracts/socket";
import type { Envelope, HostLiveChange, HostView, Link } from "@/lib/contracts/views";
import { api } from "./api";
import { openWire } from "./browser-connection";
import { mergeHostLive } from "./live-change";
import { type Snapshot, useOpened } from "./store";

type State = { view: HostView | null; link: Link; refusal: Refusal | null; pending: boolean };
const nothing: State = { view: null, link: "offline", refusal: null, pending: false };

type WithoutBase<C> = C extends { basedOn: number } ? Omit<C, "basedOn"> : C;
/** A command without `basedOn`: that is the version on show when the button was pressed. */
export type HostOrder = WithoutBase<HostCommand>;

const rosterCommands = new Set<HostOrder["type"]>(["removePlayer", "banPlayer", "renamePlayer"]);
const ackTimeoutMs = 3_000;

function openHost(sessionId: string, snapshot: Snapshot<State>) {
  const path = `/api/sessions/${encodeURIComponent(sessionId)}`;
  const change = (next: Partial<State>) => snapshot.set({ ...snapshot.get(), ...next });
  const take = (envelope: Envelope<HostView>) => {
    wire.connection.shown(envelope.version, envelope.cursor);
    if (envelope.version >= wire.connection.version) change({ view: envelope.view });
  };

  async function overEitherRoad(command: HostCommand): Promise<CommandReply> {
    if (wire.connection.isSocketUp) {
      try {
        return (await wire.connection.ask("command:send", command, ackTimeoutMs)) as CommandReply;
      } catch {
        // a command that did arrive is refused as STALE on the second road, with the view it led to
      }
    }
    const reply = await api<CommandReply>(`${path}/commands`, { json: command });
    if (reply.ok) return reply.value;
    const envelope = (reply.error.body as { envelope?: Envelope<HostView> } | undefined)?.envelope;
    const { code, message } = reply.error;
    return { ok: false, code, message, ...(envelope ? { envelope } : {}) };
  }

  async function sendCommand(order: HostOrder): Promise<Refusal | null> {
    if (snapshot.get().pending) return null;
    const command = (
      rosterCommands.has(order.type) ? order : { ...order, basedOn: wire.connection.version }
    ) as HostCommand;
    change({ pending: true });
    try {
      const reply = await overEitherRoad(command);
      if (reply.envelope) take(reply.envelope);
      return reply.ok ? null : { code: reply.code, message: reply.message };
    } finally {
      change({ pending: false });
    }
  }

  const wire = openWire<HostView>({
    auth: { sessionId, role: "host" },
    viewPath: `${path}/host`,
    token: null,
    listen(socket, connection) {
      socket.on("view:host", (envelope: Envelope<HostView>) => {
        if (connection.heard(envelope)) change({ view: envelope.view });
      });
      socket.on("live:host", (live: HostLiveChange) => {
        const { view } = snapshot.get();
        if (view) change({ view: mergeHostLive(view, live) });
      });
    },
    show: (envelope) => change({ view: envelope.view }),
    onChange: () => change({ link: wire.connection.link, refusal: wire.connection.refusal }),
  });
  return { ...wire, sendCommand };
}

export function useHostSession(sessionId: string | null) {
  const { state, handle } = useOpened(sessionId, nothing, (snapshot: Snapshot<State>) =>
    openHost(sessionId ?? "", snapshot),
  );
  const serverNow = useCallback(() => handle?.serverNow() ?? Date.now(), [handle]);
  const sendCommand = useCallback(
    (order: HostOrder): Promise<Refusal | null> => handle?.sendCommand(order) ?? Promise.resolve(null),
    [handle],
  );
  return { ...state, serverNow, sendCommand };
}
