/**
 * What /metrics says, in Prometheus' text format: the queue in front of the database, acknowledgements, refusals,
 * sockets and hanging polls, and Node's own figures (event loop lag, memory). Gauges are read when asked, so that
 * they cost nothing between two scrapes.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics(o: {
  queue: () => { depth: number; drainMs: number };
  sockets: () => number;
  hangingPolls: () => number;
}) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge("roomful_write_queue_depth", "Answers not yet committed.", () => o.queue().depth);
  gauge(
    "roomful_write_queue_drain_seconds",
    "How long committing them will take at the present pace.",
    () => o.queue().drainMs / 1000,
  );
  gauge("roomful_sockets", "Open sockets of phones, screens and hosts.", o.sockets);
  gauge("roomful_hanging_polls", "Polls waiting for something newer.", o.hangingPolls);
  const joins = new Counter({ name: "roomful_joins_total", help: "New seats.", registers });
  const refusals = new Counter({
    name: "roomful_limited_total",
    help: "Requests a limit refused, by policy.",
    labelNames: ["policy"],
    registers,
  });
  const silentLines = new Counter({
    name: "roomful_silent_lines_total",
    help: "Sockets that ended, or were dropped, before they said who they are.",
    registers,
  });
  const acknowledgements = new Histogram({
    name: "roomful_answer_ack_seconds",
    help: "From the receipt of an answer to its acknowledgement after the commit.",
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  return {
    joined: () => joins.inc(),
    limited: (policy: string) => refusals.inc({ policy }),
    lineEndedSilent: () => silentLines.inc(),
    acknowledged: (ms: number) => acknowledgements.observe(ms / 1000),
    contentType: registry.contentType,
    text: (): Promise<string> => registry.metrics(),
  };
}
