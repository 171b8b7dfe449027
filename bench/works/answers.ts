/** Everybody answers at once, each phone twice: acknowledged after the commit, and stored once. */
import { atMost, p99, row, share, times } from "./figures";
import { nightsOf, playRooms } from "./room";
import { fullRoom, room } from "./sockets";
import type { Work } from "./work";

export const answers: Work = {
  name: "answers",
  title: "Everybody answers at once, each twice, on Postgres",
  rooms: (o) => [room("socket.io + Postgres", fullRoom(o)), room("product, Postgres", fullRoom(o))],
  async run(o) {
    await playRooms(this.rooms?.(o) ?? [], o);
    const n = fullRoom(o);
    const nights = nightsOf(room("product, Postgres", n));
    return [
      row({
        work: "answer to acknowledgement, p99, Postgres",
        n,
        unit: "ms",
        target: "≤ 2 × socket.io + Postgres, group commit",
        runs: nights.map((night) => p99(night.acks)),
        floors: nightsOf(room("socket.io + Postgres", n)).map((night) => p99(night.acks)),
        shares: nights.map((night) => share(night.acks)),
        isMet: times(2),
      }),
      row({
        work: "answers stored, Postgres",
        n,
        unit: "rows",
        target: "exactly N",
        runs: nights.map((night) => night.stored ?? Number.NaN),
        isMet: () => nights.every((night) => night.stored === n),
      }),
    ];
  },
};

export const embedded: Work = {
  name: "embedded",
  title: "The same on the embedded database",
  rooms: (o) => [room("product, embedded", fullRoom(o))],
  async run(o) {
    await playRooms(this.rooms?.(o) ?? [], o);
    const n = fullRoom(o);
    const nights = nightsOf(room("product, embedded", n));
    return [
      row({
        work: "answer to acknowledgement, p99, embedded",
        n,
        unit: "ms",
        target: "≤ 300 ms",
        runs: nights.map((night) => p99(night.acks)),
        shares: nights.map((night) => share(night.acks)),
        isMet: atMost(300),
      }),
      row({
        work: "longest stall of the event loop meanwhile",
        n,
        unit: "ms",
        target: "≤ 50 ms",
        runs: nights.map((night) => night.stallMs ?? Number.NaN),
        isMet: atMost(50),
      }),
      row({
        work: "answers stored, embedded",
        n,
        unit: "rows",
        target: "exactly N",
        runs: nights.map((night) => night.stored ?? Number.NaN),
        isMet: () => nights.every((night) => night.stored === n),
      }),
      row({
        work: "join, p99, embedded",
        n,
        unit: "ms",
        target: "(for information)",
        runs: nights.map((night) => night.join.p99),
        shares: nights.map((night) => night.join.share),
        isMet: () => true,
      }),
    ];
  },
};

export const cpu: Work = {
  name: "cpu",
  title: "What a question costs the server",
  rooms: (o) => [room("socket.io + Postgres", fullRoom(o)), room("product, Postgres", fullRoom(o))],
  async run(o) {
    await playRooms(this.rooms?.(o) ?? [], o);
    const n = fullRoom(o);
    const nights = nightsOf(room("product, Postgres", n));
    const floors = nightsOf(room("socket.io + Postgres", n));
    return [
      row({
        work: "server CPU per question",
        n,
        unit: "s",
        target: "≤ 3 × socket.io + Postgres, group commit",
        runs: nights.map((night) => night.serverCpuSeconds),
        floors: floors.map((night) => night.serverCpuSeconds),
        isMet: times(3),
      }),
      row({
        work: "CPU of Postgres per question",
        n,
        unit: "s",
        target: "(for information)",
        runs: nights.map((night) => night.databaseCpuSeconds),
        floors: floors.map((night) => night.databaseCpuSeconds),
        isMet: () => true,
      }),
    ];
  },
};
