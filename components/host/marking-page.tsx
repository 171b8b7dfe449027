"use client";
/** The marking queue: the host's, and the same for a marker, whose link leads nowhere else. */
import { Note } from "@/components/ui/note";
import { useKeepAwake } from "@/lib/client/keep-awake";
import { useHostSession } from "@/lib/client/use-host-session";
import { useMarking } from "@/lib/client/use-marking";
import { HostFrame } from "./host-frame";
import { homeOf, livePathOf, sessionNav } from "./host-nav";
import { MarkerLink } from "./marker-link";
import { MarkingDesk } from "./marking-desk";
import { OpeningNote } from "./opening-note";
import { noSession, SessionRefused } from "./session-refused";
import { useLacksParam, useSearchParam, useSessionHost } from "./use-host";

export function HostMarkingPage() {
  useKeepAwake();
  const { host, trouble } = useSessionHost();
  const sessionId = useSearchParam("session");
  const hasNoSession = useLacksParam("session");
  const session = useHostSession(host ? sessionId : null);
  const marking = useMarking(host ? sessionId : null, null, session.version);
  const refusal = session.refusal ?? marking.refusal;
  if (refusal) return <SessionRefused refusal={refusal} />;
  if (hasNoSession) return <SessionRefused refusal={noSession} />;
  const nav = sessionId ? sessionNav(sessionId, "marking", session.view?.toMark) : [];
  if (!marking.view)
    return (
      <HostFrame nav={nav} phase="loading">
        <OpeningNote trouble={trouble ?? marking.trouble} />
      </HostFrame>
    );
  return (
    <HostFrame fill nav={nav} home={homeOf(sessionId)} phase={session.view?.shared.phase ?? "loading"}>
      <MarkingDesk
        marking={{ ...marking, view: marking.view }}
        {...(sessionId ? { livePath: livePathOf(sessionId) } : {})}
      >
        {session.view && <MarkerLink path={session.view.markingPath} joinUrl={session.view.joinUrl} />}
      </MarkingDesk>
    </HostFrame>
  );
}

export function MarkerPage() {
  useKeepAwake();
  const sessionId = useSearchParam("session");
  const token = useSearchParam("token");
  // a link that was cut on its way here
  const lacksToken = useLacksParam("token");
  const lacksSession = useLacksParam("session");
  const marking = useMarking(token ? sessionId : null, token);
  if (marking.refusal || lacksToken || lacksSession)
    return (
      <HostFrame home="/" phase="refused">
        <Note tone="bad" title="This marking link is not valid." testId="refusal">
          Ask the host for a new one: it stands on the marking page of the console.
        </Note>
      </HostFrame>
    );
  if (!marking.view)
    return (
      <HostFrame home="/" phase="loading">
        <OpeningNote trouble={marking.trouble} />
      </HostFrame>
    );
  return (
    <HostFrame fill home="/" phase="marking">
      <MarkingDesk marking={{ ...marking, view: marking.view }} />
    </HostFrame>
  );
}
