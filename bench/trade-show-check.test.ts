import { expect, it } from "vitest";
import type { RoomPanel } from "@/lib/contracts/http";
import { checkHall, type Hall } from "./trade-show-check";

type Offender = RoomPanel["offenders"][number];
const seat = (number: number) => ({ playerId: `player${number}`, name: `Team ${number}` });
const busySeat = { playerId: "busy", name: "Busy" };

/** Three devices, the first of them twice, and the busy one. */
function hall(): Hall & { panel: RoomPanel } {
  const offender: Offender = {
    policy: "deviceJoin",
    who: "device",
    label: "Busy",
    count: 1,
    names: [],
    perSecond: 12,
    refusedCount: 700,
    shadow: false,
    active: true,
    busy: false,
    share: null,
    words: "one device: 12 scans a second",
  };
  return {
    devices: [[seat(0), seat(0)], [seat(1)], [seat(2)]],
    busy: { told: [busySeat, busySeat], requests: 100, refusedBy: { deviceJoin: 40 } },
    repeats: { made: 1, due: 1 },
    throttledHonest: 0,
    records: [seat(0), seat(1), seat(2), busySeat],
    panel: { offenders: [offender], writeQueue: { depth: 0, drainMs: 0 } } as unknown as RoomPanel,
    metrics: "roomful_write_queue_depth 0\nroomful_write_queue_drain_seconds 0\nroomful_joins_total 4\n",
  };
}

it("finds nothing where everybody has one record and the busy device alone is refused and named", () => {
  expect(checkHall(hall()).problems).toEqual([]);
  expect(checkHall({ ...hall(), metrics: null }).problems).toEqual([]);
});

it.each<[string, (h: ReturnType<typeof hall>) => void, RegExp]>([
  ["a device that never got in", (h) => h.devices.push([]), /1 devices never got a seat/],
  ["a repeat that was given another seat", (h) => h.devices[0]?.splice(1, 1, seat(7)), /told something else/],
  [
    "a repeat that was given another name",
    (h) => h.devices[0]?.splice(1, 1, { ...seat(0), name: "X" }),
    /told something/,
  ],
  ["a second record of one device", (h) => h.records.push({ ...seat(0), playerId: "again" }), /1 seats more/],
  ["one record that stands there twice", (h) => h.records.push(seat(1)), /1 seats more/],
  ["a seat that was given and is gone", (h) => h.records.pop(), /1 seats were given and are not/],
  ["that nobody scanned twice", (h) => Object.assign(h.repeats, { made: 0 }), /0 scans were repeats/],
  ["an honest refusal", (h) => Object.assign(h, { throttledHonest: 2 }), /2 honest requests/],
  ["a busy device that was let through", (h) => Object.assign(h.busy, { refusedBy: {} }), /never refused/],
  ["that nobody was named", (h) => h.panel.offenders.pop(), /did not name the busy device/],
  [
    "that a bystander was named",
    (h) => h.panel.offenders.push({ ...(h.panel.offenders[0] as Offender), who: "address", label: "3fa9" }),
    /somebody besides/,
  ],
  [
    "a panel without the write queue",
    (h) => Object.assign(h.panel, { writeQueue: undefined }),
    /waits to be written/,
  ],
  [
    "metrics without the drain time",
    (h) => Object.assign(h, { metrics: h.metrics?.replace("drain", "x") }),
    /drain_seconds/,
  ],
  [
    "metrics that count other joins",
    (h) => Object.assign(h, { metrics: h.metrics?.replace("total 4", "total 5") }),
    /5 new seats/,
  ],
])("finds %s", (_, doctor, problem) => {
  const doctored = hall();
  doctor(doctored);
  expect(checkHall(doctored).problems.join(" ")).toMatch(problem);
});
