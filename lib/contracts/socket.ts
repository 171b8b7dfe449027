/** Socket events by direction. Transport is WebSocket only; the fallback is HTTP polling (docs/api.md). */
import type { AnswerReply, SubmitAnswer } from "./answers";
import type { HostCommand } from "./commands";
import type { Refusal, RefusalCode } from "./refusals";
import type { ViewChange } from "./view-change";
import type {
  Envelope,
  HostLiveChange,
  HostView,
  MeView,
  PlayerView,
  ScreenLiveChange,
  ScreenView,
} from "./views";

/** `io({ auth })`. Hosts are known by their cookie; players, screens and co-hosts (role `host`) by their token. */
export type SocketAuth = {
  sessionId: string;
  role: "player" | "screen" | "host";
  token?: string;
  /** players: takes `view:change` */
  changes?: true;
};

/** The reply to a command is the view it led to, also with a refusal: a host is never left guessing. */
export type CommandReply =
  | { ok: true; envelope: Envelope<HostView> }
  | ({ ok: false; envelope?: Envelope<HostView>; retryAfterMs?: number } & Refusal);

export type ServerToClientEvents = {
  /** players: as a polled view, after a connection and with every new version */
  "view:player": (envelope: Envelope<PlayerView>) => void;
  /** players that asked for it: the next view where this socket has the one before */
  "view:change": (change: ViewChange) => void;
  /** players: the personal part alone, when nothing else has changed */
  "view:me": (message: { version: number; now: number; cursor: string; me: MeView }) => void;
  "view:host": (envelope: Envelope<HostView>) => void;
  "view:screen": (envelope: Envelope<ScreenView>) => void;
  "live:host": (change: HostLiveChange) => void;
  "live:screen": (change: ScreenLiveChange) => void;
  /** a client that shows an older version pulls the view over HTTP */
  "version:announced": (message: { version: number }) => void;
  /** the seat is gone: SEAT_REMOVED, SEAT_BANNED; the socket is closed after it */
  "seat:revoked": (refusal: { code: RefusalCode; message: string }) => void;
};

export type ClientToServerEvents = {
  "answer:submit": (answer: SubmitAnswer, reply: (reply: AnswerReply) => void) => void;
  "command:send": (command: HostCommand, reply: (reply: CommandReply) => void) => void;
};
