import { Bot } from "lucide-react";
import { pinGroups } from "@/components/screen/pin-groups";
import { Button } from "@/components/ui/button";
import { QrCode } from "@/components/ui/qr-code";
import type { HostView } from "@/lib/contracts/views";
import { CopyLine } from "./copy-line";
import { SessionRules } from "./session-rules";
import { UnreachableNote } from "./unreachable-note";
import type { Order } from "./use-orders";

const botsAtOnce = 5;
/** lib/server/practice-bots.ts */
const mostBots = 20;

/** The way in: for the host to show, to read out, or to send on. */
export function LobbyCard({ view, order }: { view: HostView; order: Order }) {
  const { host } = new URL(view.joinUrl);
  return (
    <>
      {view.unreachable && <UnreachableNote />}
      <section className="flex flex-col gap-6 rounded-slab sm:flex-row sm:items-center border border-line bg-panel p-5 lg:flex-1 lg:px-8 xl:gap-10">
        <div className="mat mx-auto shrink-0 p-4 sm:mx-0">
          {/* 280 px: what a phone reads at arm's length from a laptop */}
          <div className="size-[min(280px,60vw)]">
            <QrCode value={view.joinUrl} label="Join link" />
          </div>
        </div>
        <div className="flex min-w-0 flex-1 flex-col gap-2">
          <h2 className="text-title">{view.shared.title}</h2>
          <p className="text-ink-2">
            Scan the code, or open <b className="wrap-anywhere text-ink">{host}</b> and type
          </p>
          <CopyLine
            text={view.pin}
            shown={pinGroups(view.pin)}
            name="PIN"
            testId="lobby-pin"
            className="font-display whitespace-nowrap text-[clamp(2.25rem,12vw,4rem)] lg:max-xl:text-[2.75rem] leading-none text-accent-ink"
          />
          <CopyLine text={view.joinUrl} name="join link" href={view.joinUrl} testId="join-link" />
          {view.shared.joinLocked && (
            <p className="font-bold text-warn">Joining is locked: nobody new gets in.</p>
          )}
          <p className="text-ink-2">
            <a
              className="text-accent-ink underline"
              href={view.screenPath}
              target="_blank"
              rel="noreferrer"
              data-testid="practice-screen"
            >
              Open the big screen
            </a>{" "}
            in a tab of its own and drag it to the projector. Keep this page to yourself: it shows the
            answers.
          </p>
        </div>
      </section>
      <SessionRules view={view} order={order} />
      <PracticeBots view={view} order={order} />
    </>
  );
}

/** A few simulated teams, to try a quiz before the guests are there. */
function PracticeBots({ view, order }: { view: HostView; order: Order }) {
  const count = view.live.players.filter(({ isBot }) => isBot).length;
  return (
    <section className="flex flex-wrap items-center gap-x-5 gap-y-3 rounded-slab border border-line bg-panel px-5 py-4 lg:px-8">
      <p className="min-w-[16rem] flex-1 text-ink-2">
        <b className="block text-ink">Practice</b>
        {count === 0
          ? "Try the quiz with a few bots: they answer like slow teams."
          : "The bots answer like slow teams. Send them away before the guests come: what they did goes with them."}
      </p>
      <div className="flex flex-wrap gap-2">
        {count < mostBots && (
          <Button
            variant="plain"
            data-testid="add-bots"
            icon={<Bot aria-hidden size={20} />}
            onClick={() => void order({ type: "addBots", count: botsAtOnce })}
          >
            {count === 0 ? `Add ${botsAtOnce} practice bots` : `${botsAtOnce} more`}
          </Button>
        )}
        {count > 0 && (
          <Button
            variant="plain"
            data-testid="remove-bots"
            onClick={() => void order({ type: "removeBots" })}
          >
            Send {count} bots away
          </Button>
        )}
      </div>
    </section>
  );
}
