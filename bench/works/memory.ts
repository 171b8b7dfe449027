/** Memory of a thousand phones, and of a whole night. */
import { row, times } from "./figures";
import { nightsOf, playRooms, type RoomSpec } from "./room";
import { fullRoom, room } from "./sockets";
import type { Work, WorkOptions } from "./work";

const night = (o: WorkOptions): RoomSpec => ({
  place: "product, Postgres",
  phones: fullRoom(o),
  questions: o.quick ? 12 : 60,
  once: true,
});

export const memory: Work = {
  name: "memory",
  title: "Memory of the phones, and over a whole night",
  rooms: (o) => [room("socket.io", fullRoom(o)), room("product, Postgres", fullRoom(o)), night(o)],
  async run(o) {
    await playRooms(this.rooms?.(o) ?? [], o);
    const n = fullRoom(o);
    const perThousand = (spec: RoomSpec) =>
      nightsOf(spec).map(({ rssMb }) => ((rssMb.seated - rssMb.before) * 1_000) / n);
    const long = nightsOf(night(o));
    const { questions } = night(o);
    return [
      row({
        work: "memory per 1,000 phones",
        n,
        unit: "MB",
        target: "≤ 2 × bare socket.io",
        runs: perThousand(room("product, Postgres", n)),
        floors: perThousand(room("socket.io", n)),
        isMet: times(2),
      }),
      row({
        work: `memory after ${questions} questions, beside that after 5`,
        n,
        unit: "MB",
        target: "flat: ≤ 1.1 ×",
        runs: long.map(({ rssMb }) => rssMb.end),
        floors: long.map(({ rssMb }) => rssMb.early),
        isMet: times(1.1),
      }),
      row({
        work: `reveal of question ${questions} on every phone, the last one`,
        n,
        unit: "ms",
        target: "≤ 500 ms",
        runs: long.map(({ reveals }) => reveals.at(-1)?.max ?? Number.NaN),
        shares: long.map(({ reveals }) => reveals.at(-1)?.share ?? Number.NaN),
        isMet: (value) => value <= 500,
      }),
    ];
  },
};
