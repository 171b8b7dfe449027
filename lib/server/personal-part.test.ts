/**
 * A player's part of the view is kept until something it is made of changes. Here everything that can change it happens
 * at random, and after each step every seat is shown what a room that has kept nothing would show it.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Night, newNight, nights, take } from "@/lib/game/random-night.test-support";
import type { StoredPlayer } from "@/lib/store/player-row";
import type { StoredSession } from "@/lib/store/session-repository";
import { SessionRoom } from "./session-room";

const storedOf = ({ state }: Night): StoredSession => ({
  sessionId: state.sessionId,
  hostId: "host",
  quizId: null,
  title: state.quiz.title,
  pin: null,
  joinKey: "key",
  playerCap: 100,
  createdAt: 0,
  state,
});

/** What happens to a seat besides the game: a name, a number of heads, a second phone, another captain, a phone less. */
const seatSteps = ["name", "heads", "phone", "captain", "lessAPhone", "nothing"] as const;
type SeatStep = { step: (typeof seatSteps)[number]; player: number };
const seatStep: fc.Arbitrary<SeatStep> = fc.record({
  step: fc.constantFrom(...seatSteps),
  player: fc.nat(5),
});

function changeSeat(room: SessionRoom, { step, player }: SeatStep, nth: number): void {
  const seat = room.seats.get(`p${player}`);
  if (!seat) return;
  const [captain, next, ...others] = seat.deviceIds;
  if (step === "name") room.putSeat({ ...seat, name: `${seat.name}!` });
  else if (step === "heads") room.putSeat({ ...seat, heads: nth % 9, headsByHost: nth % 2 === 0 });
  else if (step === "phone") {
    const deviceId = `phone-${nth}-${player}`;
    const phoneNumbers = { ...seat.phoneNumbers, [deviceId]: seat.deviceIds.length + 1 };
    room.putSeat({ ...seat, deviceIds: [...seat.deviceIds, deviceId], phoneNumbers });
  } else if (step === "captain" && captain && next)
    room.putSeat({ ...seat, deviceIds: [next, captain, ...others] });
  else if (step === "lessAPhone" && captain) room.releaseDevice(captain);
}

/** What a step of the game led to, told to the room as the service would. */
function tell(room: SessionRoom, night: Night): void {
  for (const [joinOrder, { playerId, name, joinedAt, removed }] of night.players.entries()) {
    const known = room.seats.get(playerId);
    const status = removed ? ("removed" as const) : ("active" as const);
    const seat: StoredPlayer = known ?? {
      playerId,
      sessionId: night.state.sessionId,
      name,
      nameKey: name,
      seatCode: `SEAT${joinOrder}`,
      source: "qr",
      joinOrder,
      joinedAt,
      status,
      heads: null,
      headsByHost: false,
      deviceIds: [`phone-${playerId}`],
      phoneNumbers: { [`phone-${playerId}`]: 1 },
    };
    if (known?.status !== status) room.putSeat({ ...seat, status });
  }
  for (const answer of night.answers)
    room.keepAnswer(answer.questionId, answer.playerId, { ...answer, submissionId: "submission" });
  if (room.state !== night.state) room.setState(night.state);
}

function anew(night: Night, room: SessionRoom): SessionRoom {
  const fresh = new SessionRoom(storedOf(night), night.state, 0);
  for (const seat of room.seats.values()) fresh.putSeat({ ...seat });
  for (const [questionId, byPlayer] of room.answers)
    for (const [playerId, answer] of byPlayer) fresh.keepAnswer(questionId, playerId, answer);
  return fresh;
}

test("whatever happens, every seat is shown what a room that has kept nothing would show it", () => {
  let changed = 0;
  fc.assert(
    fc.property(nights, fc.array(seatStep, { minLength: 1, maxLength: 20 }), ([steps], seatChanges) => {
      const night = newNight();
      const room = new SessionRoom(storedOf(night), night.state, 0);
      let now = 0;
      const cursors = new Map<string, string>();
      for (const [nth, step] of [
        { do: "join" as const },
        { do: "join" as const },
        { do: "join" as const },
        ...steps,
      ].entries()) {
        now += step.do === "wait" ? step.ms : 500;
        take(night, step, now);
        tell(room, night);
        changeSeat(room, seatChanges[nth % seatChanges.length] as SeatStep, nth);
        const fresh = anew(night, room);
        for (const seat of room.seats.values()) {
          const other = fresh.seats.get(seat.playerId);
          if (!other) throw new Error("no seat");
          const { cursor, body } = room.playerBody(seat, now, 0);
          expect(body).toBe(fresh.playerBody(other, now, 0).body);
          expect(room.playerCursor(seat)).toBe(cursor);
          expect(room.meBody(seat, now)).toBe(fresh.meBody(other, now));
          if (cursors.get(seat.playerId) !== cursor) changed += 1;
          cursors.set(seat.playerId, cursor);
        }
      }
    }),
    { numRuns: 40 },
  );
  // a night in which nothing changes would prove nothing
  expect(changed).toBeGreaterThan(100);
});
