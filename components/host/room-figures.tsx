import type { ReactNode } from "react";
import type { RoomPanel } from "@/lib/contracts/http";
import type { RoomSample } from "./use-room-panel";

const transports = [
  { link: "socket", word: "live", look: "bg-chart" },
  { link: "fallback", word: "backup line", look: "host-striped" },
  { link: "offline", word: "gone", look: "bg-bad" },
] as const;

/** Phones, joins, answers and what waits to be written, in five cards. The bars are what this page has seen since it was opened. */
export function RoomFigures({ panel, samples }: { panel: RoomPanel; samples: RoomSample[] }) {
  const { links, ackMs, writeQueue } = panel;
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-5">
      <Card term="Phones" wide value={links.socket + links.fallback + links.offline}>
        <span aria-hidden className="flex h-4 gap-0.5 overflow-hidden rounded-soft bg-sunken">
          {transports.map(
            ({ link, look }) =>
              links[link] > 0 && <i key={link} className={look} style={{ flex: links[link] }} />,
          )}
        </span>
        <span className="flex flex-wrap gap-x-4">
          {transports.map(({ link, word, look }) => (
            <span
              key={link}
              data-testid={`links-${link}`}
              className="inline-flex items-center gap-1.5 whitespace-nowrap"
            >
              <i aria-hidden className={`size-3 rounded-sm ${look}`} />
              {links[link]} {word}
            </span>
          ))}
        </span>
      </Card>
      <Card term="Joins per minute" value={oneDecimal(panel.joinsPerMinute)}>
        <Bars values={samples.map(({ joinsPerMinute }) => joinsPerMinute)} />
      </Card>
      <Card term="Answers per second" value={oneDecimal(panel.answersPerSecond)}>
        <Bars values={samples.map(({ answersPerSecond }) => answersPerSecond)} />
      </Card>
      <Card
        term="An answer is saved in"
        value={ackMs ? `${Math.round(ackMs.p50)} ms` : "–"}
        more={ackMs ? `slowest 1 %: ${Math.round(ackMs.p99)} ms` : "nobody answered in the last minute"}
      >
        <Bars values={samples.map(({ ackP99Ms }) => ackP99Ms ?? 0)} />
      </Card>
      <Card
        term="Waiting to be written"
        value={writeQueue.depth.toLocaleString("en")}
        more={`${Math.round(writeQueue.drainMs)} ms to go`}
        testId="write-queue"
      >
        <Bars values={samples.map(({ writeQueueDepth }) => writeQueueDepth)} />
      </Card>
    </dl>
  );
}

const oneDecimal = (value: number) => (Math.round(value * 10) / 10).toLocaleString("en");

function Card({
  term,
  value,
  more,
  testId,
  wide = false,
  children,
}: {
  term: string;
  value: string | number;
  more?: string;
  testId?: string;
  /** two columns where there are two */
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      data-testid={testId}
      className={`flex flex-col gap-1 rounded-slab border border-line bg-panel p-3 sm:p-5 ${wide ? "max-lg:col-span-2" : ""}`}
    >
      <dt className="font-bold text-ink-2">{term}</dt>
      <dd className="flex flex-1 flex-col gap-2">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <b className="text-title whitespace-nowrap tabular-nums sm:text-hero">{value}</b>
          {more && <span className="text-ink-2">{more}</span>}
        </span>
        <span className="mt-auto flex flex-col gap-2">{children}</span>
      </dd>
    </div>
  );
}

/** The last looks side by side, the tallest filling the height. */
function Bars({ values }: { values: number[] }) {
  const top = Math.max(...values, 1);
  return (
    <span aria-hidden className="flex h-12 items-end justify-end gap-px">
      {values.map((value, index) => (
        <i
          key={index}
          className="min-h-px w-full max-w-2 rounded-t-sm bg-chart"
          style={{ height: `${(value / top) * 100}%` }}
        />
      ))}
    </span>
  );
}
