/** Everybody joins at once, a phase goes out to everybody, and what a phone hears for it. */
import { atMost, failures, median, p99, row, share, times } from "./figures";
import { nightsOf, playRooms, type RoomSpec } from "./room";
import type { Place } from "./stage";
import type { Work, WorkOptions } from "./work";

const usualRoom = 300;
/** Three warm up (room.ts); two are measured. */
const questions = 5;
export const room = (place: Place, phones: number): RoomSpec => ({
  place,
  phones,
  questions,
  once: place === "ws" || phones < usualRoom,
});
export const fullRoom = (o: WorkOptions): number => (o.quick ? 100 : 1_000);
const doubleRoom = 2_000;

const joinSizes = (o: WorkOptions) => (o.quick ? [fullRoom(o)] : [fullRoom(o), doubleRoom]);

export const joins: Work = {
  name: "joins",
  title: "Everybody joins at once: seat, socket and first view",
  rooms: (o) => joinSizes(o).flatMap((n) => [room("socket.io + Postgres", n), room("product, Postgres", n)]),
  async run(o) {
    await playRooms(this.rooms?.(o) ?? [], o);
    return joinSizes(o).map((n) => {
      const nights = nightsOf(room("product, Postgres", n));
      const floors = nightsOf(room("socket.io + Postgres", n));
      const failed = failures(nights);
      const isFull = n === fullRoom(o);
      return row({
        work: `join, p99${failed > 0 ? ` (${failed} failed)` : ""}`,
        n,
        unit: "ms",
        target: isFull ? "≤ 2 × socket.io + Postgres, no failure" : "no failure",
        runs: nights.map((night) => night.join.p99),
        floors: floors.map((night) => night.join.p99),
        shares: nights.map((night) => night.join.share),
        isMet: isFull ? times(2) : () => true,
        andAlso: failed === 0,
      });
    });
  },
};

export const fanOut: Work = {
  name: "fan-out",
  title: "The host presses: the next phase on every phone",
  rooms: (o) => (["ws", "socket.io", "product, Postgres"] as const).map((place) => room(place, fullRoom(o))),
  async run(o) {
    await playRooms(this.rooms?.(o) ?? [], o);
    const n = fullRoom(o);
    const nights = nightsOf(room("product, Postgres", n));
    const figures = {
      work: "phase to all phones, p99",
      n,
      unit: "ms",
      runs: nights.map((night) => p99(night.fanOuts)),
      shares: nights.map((night) => share(night.fanOuts)),
    };
    return [
      row({
        ...figures,
        target: "≤ 2 × bare socket.io",
        floors: nightsOf(room("socket.io", n)).map((night) => p99(night.fanOuts)),
        isMet: times(2),
      }),
      row({
        ...figures,
        work: "phase to all phones, p99, beside bare ws",
        target: "(for information)",
        floors: nightsOf(room("ws", n)).map((night) => p99(night.fanOuts)),
        isMet: () => true,
      }),
    ];
  },
};

const messageSizes = (o: WorkOptions) => (o.quick ? [50, 100] : [100, usualRoom, fullRoom(o)]);

export const messages: Work = {
  name: "messages",
  title: "What a phone hears and says for one question",
  rooms: (o) => messageSizes(o).map((n) => room("product, Postgres", n)),
  async run(o) {
    await playRooms(this.rooms?.(o) ?? [], o);
    const figures = (n: number) => nightsOf(room("product, Postgres", n));
    const first = median(figures(messageSizes(o)[0] ?? 0).map((night) => night.messagesIn));
    return messageSizes(o).flatMap((n) => [
      row({
        work: "messages in, per phone and question",
        n,
        unit: "messages",
        target: "≤ 5 and an acknowledgement each, whatever N",
        runs: figures(n).map((night) => night.messagesIn),
        // a tenth is a straggler of the question before
        isMet: (value) => value <= 5 && Math.abs(value - first) < 0.1,
      }),
      row({
        work: "messages out, per phone and question, each answer once",
        n,
        unit: "messages",
        target: "≤ 1",
        runs: figures(n).map((night) => night.messagesOut),
        isMet: atMost(1),
      }),
      row({
        work: "bytes, per phone and question, both ways",
        n,
        unit: "kB",
        target: "≤ 2.5 kB",
        runs: figures(n).map((night) => night.bytes / 1_000),
        isMet: atMost(2.5),
      }),
    ]);
  },
};

const growthSizes = (o: WorkOptions): [number, number] => (o.quick ? [50, 100] : [usualRoom, doubleRoom]);

export const growth: Work = {
  name: "growth",
  title: "What one more phone costs in a large room",
  rooms: (o) => growthSizes(o).map((n) => room("product, Postgres", n)),
  async run(o) {
    await playRooms(this.rooms?.(o) ?? [], o);
    const [small, large] = growthSizes(o);
    const perPhone = (n: number) =>
      nightsOf(room("product, Postgres", n)).map((night) => (night.serverCpuSeconds * 1_000) / n);
    return [
      row({
        work: `server CPU per phone and question, beside ${small} phones`,
        n: large,
        unit: "ms",
        target: `≤ 1.3 × of N = ${small}`,
        runs: perPhone(large),
        floors: perPhone(small),
        isMet: times(1.3),
      }),
    ];
  },
};
