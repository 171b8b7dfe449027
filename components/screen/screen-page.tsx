"use client";

import { useEffect, useState } from "react";
import { useCountdown } from "@/components/ui/countdown";
import { Pint } from "@/components/ui/pint";
import { useKeepAwake } from "@/lib/client/keep-awake";
import { useScreenSession } from "@/lib/client/use-screen-session";
import type { Link, ScreenView } from "@/lib/contracts/views";
import { Board } from "./board";
import { BreakBoard } from "./break-board";
import { BuzzerBoard } from "./buzzer-board";
import { InfoBoard } from "./info-board";
import { LobbyBoard } from "./lobby-board";
import { LockedBoard } from "./locked-board";
import { PodiumBoard } from "./podium-board";
import { QuestionBoard } from "./question-board";
import { RevealBoard } from "./reveal-board";
import { RoundIntroBoard } from "./round-intro-board";
import { ScreenControls } from "./screen-controls";
import { ScreenMedia } from "./screen-media";
import type { SharedIn } from "./shared-in";
import { StandingsBoard } from "./standings-board";
import { type SoundState, useSounds } from "./use-sounds";

type Address = { sessionId: string | null; token: string | null };
type PhaseProps = { view: ScreenView; link: Link; serverNow: () => number; sound: SoundState };

type Clock = { opensAt: number; closesAt: number; serverNow: () => number; height: string };

function LiveClock({ opensAt, closesAt, serverNow, height }: Clock) {
  const { secondsLeft, fraction } = useCountdown(opensAt, closesAt, serverNow);
  return <Pint fraction={fraction} seconds={secondsLeft} height={height} />;
}

/** A view does not say when time was called: the pint is full when this screen first heard of it. */
function CalledClock(clock: Omit<Clock, "opensAt">) {
  const [heardAt] = useState(clock.serverNow);
  return <LiveClock opensAt={heardAt} {...clock} />;
}

function clockOf(shared: SharedIn<"question">, serverNow: () => number) {
  const { opensAt, closesAt, sheet } = shared;
  if (closesAt === null) return null;
  return (height: string) =>
    sheet ? (
      <CalledClock key={closesAt} closesAt={closesAt} serverNow={serverNow} height={height} />
    ) : (
      <LiveClock opensAt={opensAt} closesAt={closesAt} serverNow={serverNow} height={height} />
    );
}

/** What stands beside the words, from the opening of a question to its answer. */
function mediaOf({ shared, playing }: ScreenView, sound: SoundState) {
  if (!("question" in shared) || !shared.question.media) return null;
  const { question } = shared;
  const isOpen = shared.phase === "question";
  return (
    <ScreenMedia key={question.id} question={question} playing={playing} sound={sound} isOpen={isOpen} />
  );
}

function PhaseBoard({ view, link, serverNow, sound }: PhaseProps) {
  const { shared, live } = view;
  const media = mediaOf(view, sound);
  switch (shared.phase) {
    case "lobby":
      return <LobbyBoard view={view} link={link} />;
    case "roundIntro":
      return <RoundIntroBoard shared={shared} view={view} link={link} />;
    case "question": {
      const clock = clockOf(shared, serverNow);
      const { question } = shared;
      if (question.type === "info")
        return <InfoBoard shared={shared} view={view} link={link} media={media} />;
      if (question.type === "buzzer")
        return <BuzzerBoard shared={shared} view={view} link={link} clock={clock} media={media} />;
      return (
        <QuestionBoard
          view={{ shared, live, pin: view.pin, typedUrl: view.typedUrl }}
          link={link}
          clock={clock}
          media={media}
        />
      );
    }
    case "locked":
      if (shared.question.type === "buzzer")
        return <BuzzerBoard shared={shared} view={view} link={link} clock={null} media={media} />;
      return <LockedBoard shared={shared} view={view} link={link} media={media} />;
    case "reveal":
      return <RevealBoard shared={shared} live={live} link={link} media={media} />;
    case "standings":
      return <StandingsBoard shared={shared} link={link} />;
    case "paused":
      return <BreakBoard shared={shared} view={view} link={link} serverNow={serverNow} />;
    case "finished":
      return <PodiumBoard shared={shared} link={link} />;
  }
}

function Message({ title, text, link }: { title: string; text: string; link: Link }) {
  return (
    <Board lead="Roomful" link={link}>
      <section className="bs-center" data-testid="screen-message">
        <div>
          <h1 className="bs-disp bs-headline">{title}</h1>
          <p>{text}</p>
        </div>
      </section>
    </Board>
  );
}

/** The big screen: shows what the server says, orders nothing. Always at night, whatever the reader's theme. */
export function ScreenPage() {
  const [address, setAddress] = useState<Address | null>(null);
  useEffect(() => {
    const query = new URLSearchParams(window.location.search);
    setAddress({ sessionId: query.get("session"), token: query.get("token") });
  }, []);
  const { view, link, refusal, serverNow } = useScreenSession(
    address?.sessionId ?? null,
    address?.token ?? null,
  );
  const sound = useSounds(view, serverNow);
  useKeepAwake();

  const isLinkBroken = address !== null && (address.sessionId === null || address.token === null);
  return (
    <main
      className="bs bs-page"
      data-theme="dark"
      data-testid="phase"
      data-phase={view?.shared.phase ?? "none"}
      data-link={link}
    >
      {isLinkBroken || refusal ? (
        <Message
          title="Wrong door."
          text={
            refusal?.message ?? "Open the big screen from the host console: its link belongs to one session."
          }
          link="socket"
        />
      ) : view ? (
        <PhaseBoard view={view} link={link} serverNow={serverNow} sound={sound.state} />
      ) : (
        <Message title="Chalking up …" text="The board is on its way." link={link} />
      )}
      <ScreenControls sound={sound} />
    </main>
  );
}
