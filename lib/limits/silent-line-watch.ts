/**
 * From where lines come that end, or are dropped, without having said who they are. No limit counts them, because a line says
 * who it is only after it was let in; they are told beside the busy, and nobody is refused for them. What ends so may be the
 * room itself, where a proxy cuts WebSockets or a WiFi flaps: the line that says it names the address, and no phone.
 */
import { attemptRates, perSecond, rateSeconds } from "./attempt-rates";

/**
 * A room in which every phone loses a line before its first word, while all scan within half a minute: 10 a second of 300,
 * 33 of 1,000, 167 of 5,000. A thousand a second cost a third of a core, so that what stays beneath this slows nobody.
 */
const floorFor = (roomSize: number): number => Math.max(20, roomSize / 25);
/** At it in half of the ten seconds: a restart that cuts all lines at once is one second. */
const secondsAtIt = 5;
const partOfFloor = 0.5;

export function silentLineWatch(o: { roomSize: number }) {
  const ended = attemptRates();
  const floor = floorFor(o.roomSize);
  return {
    ended: (address: string, now: number): void => ended.add("socketConnect", address, now),
    now(now: number): { key: string; firstAt: number; perSecond: number }[] {
      return [...ended.all()]
        .filter(
          ({ counter }) =>
            counter.sum(rateSeconds, now) >= floor * rateSeconds &&
            counter.secondsWith(floor * partOfFloor, rateSeconds, now) >= secondsAtIt,
        )
        .map((rate) => ({ key: rate.key, firstAt: rate.firstAt, perSecond: perSecond(rate, now) }));
    },
  };
}
