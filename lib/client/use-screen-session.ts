"use client";
/** The big screen's session: a view and nothing to say. */
import { useCallback } from "react";
import type { Refusal } from "@/lib/contracts/refusals";
import type { Envelope, Link, ScreenLiveChange, ScreenView } from "@/lib/contracts/views";
import { openWire } from "./browser-connection";
import { mergeScreenLive } from "./live-change";
import { type Snapshot, useOpened } from "./store";

type State = { view: ScreenView | null; link: Link; refusal: Refusal | null };
const nothing: State = { view: null, link: "offline", refusal: null };

function openScreen(sessionId: string, token: string, snapshot: Snapshot<State>) {
  const change = (next: Partial<State>) => snapshot.set({ ...snapshot.get(), ...next });
  const wire = openWire<ScreenView>({
    auth: { sessionId, role: "screen", token },
    viewPath: `/api/sessions/${encodeURIComponent(sessionId)}/screen?token=${encodeURIComponent(token)}`,
    token: null,
    listen(socket, connection) {
      socket.on("view:screen", (envelope: Envelope<ScreenView>) => {
        if (connection.heard(envelope)) change({ view: envelope.view });
      });
      socket.on("live:screen", (live: ScreenLiveChange) => {
        connection.heardOnSocket();
        const { view } = snapshot.get();
        if (view) change({ view: mergeScreenLive(view, live) });
      });
    },
    show: (envelope) => change({ view: envelope.view }),
    onChange: () => change({ link: wire.connection.link, refusal: wire.connection.refusal }),
  });
  return wire;
}

export function useScreenSession(sessionId: string | null, token: string | null) {
  const key = sessionId && token ? `${sessionId} ${token}` : null;
  const { state, handle } = useOpened(key, nothing, (snapshot: Snapshot<State>) =>
    openScreen(sessionId ?? "", token ?? "", snapshot),
  );
  const serverNow = useCallback(() => handle?.serverNow() ?? Date.now(), [handle]);
  return { ...state, serverNow };
}
