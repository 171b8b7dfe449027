/**
 * The one table of limits, each number with its arithmetic beside it. Sized for the bad night: every phone on the
 * polling fallback, everyone reconnecting at once, all behind one address. `because` is the same reasoning in a
 * sentence a host can read.
 */
export const policyNames = [
  "global",
  "playerPageLoad",
  "joinSession",
  "deviceJoin",
  "pinGuess",
  "playerRequest",
  "sessionPoll",
  "submitAnswer",
  "playerConnect",
  "socketConnect",
  "socketMessage",
  "authFailure",
  "newHost",
  "hostRequest",
  "hostCommand",
  "markCommand",
  "importFile",
  "exportResults",
  "upload",
] as const;
export type PolicyName = (typeof policyNames)[number];

/** `perMinute`: the sustained rate; `burst`: how many may come at once after a quiet time. */
export type Policy = { name: PolicyName; perMinute: number; burst: number; because: string };
export type Policies = Record<PolicyName, Policy>;

/** How often a phone on the fallback asks in the worst case: a push every other second, each answered at once. */
const defaultPollSeconds = 2;

/** A table at home has double taps and second names too, and fractions of a handful refuse them. */
const smallestRoom = 10;
/** Forty phones on one seat (lib/store/player-repository.ts), each with a second tab; more are not let in. */
export const socketsPerSeat = 80;
/** A phone, host or big screen with four tabs. */
const linesPerPhone = 4;
/**
 * A stranger beside the room: 200 requests a second from the room's own address (limits.md, "What a room must show").
 * A bucket that holds strangers must hold this noise and the whole room, or the noise silences the room. What it takes is
 * a file from memory or a look-up by key, a hundredth of what one process answers.
 */
const noisePerMinute = 200 * 60;

/** `roomSize`: phones behind one address; every per-address size follows from it. */
export function policiesFor({
  roomSize,
  pollSeconds = defaultPollSeconds,
}: {
  roomSize: number;
  pollSeconds?: number;
}): Policies {
  const room = Math.max(smallestRoom, roomSize);
  // everyone polling at the worst pace plus four other requests a minute (page, look-up, join, rename), and half more
  const wholeRoomPerMinute = Math.ceil(room * (60 / pollSeconds + 4) * 1.5);
  return named({
    global: {
      perMinute: noisePerMinute + wholeRoomPerMinute,
      // a whole room reloading in the same second makes a page, a look-up, a view and a socket each
      burst: room * 8,
      because:
        `${room} phones × (${60 / pollSeconds} polls + 4 others) × 1.5 make ${wholeRoomPerMinute} a minute, ` +
        `and ${noisePerMinute} more for one stranger's noise beside them: far above any honest room.`,
    },
    playerPageLoad: {
      // limits.md says the room alone; a page knows no token, so that 100 loads a second by one stranger kept honest
      // phones out all night in a rehearsal
      perMinute: noisePerMinute + room * 4,
      // all phones scan in the same second, and a fifth taps twice
      burst: Math.ceil(room * 1.5),
      because:
        `${room} phones × 4 page loads a minute, the whole room at once with double scans, ` +
        `and ${noisePerMinute} more for one stranger's noise: a page is a file out of memory.`,
    },
    joinSession: {
      perMinute: Math.ceil(room * 1.3),
      // the scan of the whole room within 30 s, with a corrected name for every third
      burst: Math.ceil(room * 1.3),
      because: `${room} phones × 1.3: everyone scans in one minute, a third tries a second name. A known device is free.`,
    },
    deviceJoin: {
      // Beside joinSession and checked with it: what a single phone floods is refused by its own bucket and takes
      // nothing from the room's, because a check is all or nothing.
      perMinute: 10,
      // two taps before the seat is there, and three names that were taken or refused
      burst: 5,
      because: "A phone joins once or twice; a name that is taken three times makes five tries.",
    },
    pinGuess: {
      perMinute: 20,
      // a table of thumbs mistypes; 260 guesses in ten minutes at a chance of 1 in 100,000 each
      burst: 60,
      because: "Wrong codes only: 20 a minute make 260 guesses in ten minutes, each 1 in 100,000.",
    },
    playerRequest: {
      // every request of a seated player, whatever became of it: 120 polls, 30 answers, repeats of both after a bad
      // minute, and names; nothing a seat does is without an end
      perMinute: 400,
      // a reload storm on the fallback is 40 polls and 30 answers at once, twice for a second tab
      burst: 150,
      because: "120 polls and 30 answers a minute at the most, twice for a second tab, and some repeats.",
    },
    sessionPoll: {
      // a quiet poll waits 20 s; a host's or a big screen's is woken at most once a second, and there may be two
      perMinute: 120,
      // a reload storm on the fallback: view, retry and two tabs at once, several times over
      burst: 40,
      because:
        "3 a minute when nothing happens (each waits 20 s), 60 when something happens every second, " +
        "twice that for a second tab or a second big screen.",
    },
    submitAnswer: {
      // limits.md says 20 and 10, which suits a question at a time. On a sheet a team that was offline sends the whole
      // round at once when it is back: 20 questions, and four in ten again because an acknowledgement was lost.
      perMinute: 30,
      burst: 30,
      because:
        "A sheet of 20 questions that comes at once after an outage, with four in ten sent again, makes 28; " +
        "a question every 5 s with one change and one repeat each half the time makes 24 a minute.",
    },
    playerConnect: {
      // a phone whose line falls as soon as it has held for 2 s is back after 0.3 to 3.3 s: 16 times a minute. One that
      // is never let in tries every 5 s: 12 a minute. A tenth more than the worse of the two.
      perMinute: linesPerPhone * 18,
      // the quick first tries: 6 of each in 9 s when all sockets fall at once, and again when the table reloads 15 s
      // later because nothing moves. That makes 13 each in 24 s, of which the rate gives 7; two for the jitter.
      burst: linesPerPhone * 8,
      because:
        `${linesPerPhone} live lines of a phone × 18 a minute: on a flapping WiFi each falls and comes back every ` +
        "3.8 s, and a restarted server is tried 6 times in 9 s, twice with a reload.",
    },
    socketConnect: {
      // Only who cannot prove a seat, a host's cookie or a big screen's token. An honest phone is one for a moment: its
      // seat was removed, or the seat was given by another process, which this one hears of a second later.
      perMinute: room * 3,
      // a whole room that comes to such a process in the same second, and tries once more
      burst: room * 2,
      because:
        `Strangers only: ${room} phones × 3 a minute, all at once and once again, in a process that has not heard of ` +
        "their seats yet. Players, hosts and big screens are counted by themselves.",
    },
    socketMessage: {
      // 30 per 10 s
      perMinute: 180,
      burst: 30,
      because:
        "A phone sends an answer a question and its repeats: 30 in 10 s is a broken or hostile client.",
    },
    authFailure: {
      // 10 in 15 minutes
      perMinute: 10 / 15,
      burst: 10,
      because: "Ten wrong passwords in a quarter of an hour; a right one is not counted.",
    },
    newHost: {
      // every account is three rows and a sample quiz, some 10 kB for good: 2,880 a day make 29 MB
      perMinute: 2,
      // a venue has a handful of hosts in an evening; the worst honest crowd is a workshop of thirty teachers who all
      // press "host now" when they are told to, a few in two browsers
      burst: 60,
      because:
        "A workshop of 30 who all press “host now” at once, twice; then one account every half minute: " +
        "each is rows in the database for good.",
    },
    hostRequest: {
      // every request of a host's browser: two consoles on the fallback wake once a second (120), the room panel every
      // 2 s on both (60), 240 orders, and as much again for lists, exports and reloads
      perMinute: 600,
      // a table of jokers removed with sixty presses while both devices reload all their tabs
      burst: 150,
      because:
        "Two consoles that hear of every answer (120 a minute), the room panel on both (60), 240 orders, and reloads.",
    },
    hostCommand: {
      perMinute: 240,
      // removing a table of jokers and pressing Next like mad
      burst: 60,
      because: "A host presses a button a second at the most, on two devices, and a command is cheap.",
    },
    markCommand: {
      // 300 teams × 20 questions leave some 600 spellings nobody accepted beforehand. One key press judges one: ten a
      // second while the eye runs down the list, for two markers on one link (who share it) or two tabs of a host.
      perMinute: 2 * 10 * 60,
      // a WiFi that was away for some seconds brings what was typed meanwhile at once
      burst: 120,
      because:
        "Two people mark by keyboard, ten spellings a second each; after a gap of 6 s all of it comes at once.",
    },
    importFile: {
      perMinute: 20,
      burst: 10,
      because: "A file is read in some 100 ms of the server's time; ten at once are a big evening's work.",
    },
    exportResults: {
      perMinute: 30,
      burst: 20,
      because: "Each is a whole night out of memory; nobody reads thirty a minute.",
    },
    upload: {
      // one picture dragged in every two seconds is faster than a person finds them
      perMinute: 30,
      // an evening's picture rounds dropped in together: three rounds of twenty
      burst: 60,
      because:
        "Three picture rounds of 20 files dropped in at once, then a file every 2 s; each costs disk for good.",
    },
  });
}

/** What may be set by hand at the least. `because` finishes the sentence "or else …". */
export type LeastSize = { perMinute: number; burst: number; because: string };

/**
 * The guard against a slip of the finger on the night. Per address: what a table of ten needs, the smallest room there
 * is. Per player and host: what one of them needs to play and to lead at all. It stops nobody from being strict.
 */
export function leastSizes(): Record<PolicyName, LeastSize> {
  const table = policiesFor({ roomSize: smallestRoom });
  const room = (name: PolicyName): LeastSize => ({
    perMinute: table[name].perMinute,
    burst: table[name].burst,
    because: `a room of ${smallestRoom} would be locked out`,
  });
  return {
    // without what is there for a stranger's noise, which the room does not need: 10 phones × (30 polls + 4) × 1.5
    global: { ...room("global"), perMinute: 510 },
    playerPageLoad: { ...room("playerPageLoad"), perMinute: smallestRoom * 4 },
    joinSession: room("joinSession"),
    // two taps and a name that was taken
    deviceJoin: { perMinute: 3, burst: 3, because: "a phone that taps twice could not join" },
    // three 12 s apart are what one person mistypes
    pinGuess: { perMinute: 5, burst: 3, because: "nobody could mistype a PIN" },
    // what the other limits of a seat let through at their least, and a reload
    playerRequest: {
      perMinute: 60,
      burst: 20,
      because: "a phone on the fallback would stop following the game",
    },
    // each quiet poll waits 20 s, a push every 3 s wakes it: 3 + 20, and a reload makes three at once
    sessionPoll: {
      perMinute: 23,
      burst: 5,
      because: "a phone on the fallback would stop following the game",
    },
    // the published number: a question every 10 s with a repeat for two in three
    submitAnswer: { perMinute: 10, burst: 5, because: "honest answers would be refused" },
    // two phones of a team, each back every 5 s, and a reload of both
    playerConnect: { perMinute: 24, burst: 10, because: "phones could not come back" },
    // one connection a minute for each phone of the table, and all of them at once
    socketConnect: { perMinute: smallestRoom, burst: smallestRoom, because: "phones could not come back" },
    socketMessage: { perMinute: 20, burst: 10, because: "phones that answer twice would be thrown out" },
    // the third wrong password is still a person
    authFailure: { perMinute: 3 / 15, burst: 3, because: "a host who mistypes would be locked out" },
    // one that goes wrong, one in a private window
    newHost: { perMinute: 1, burst: 3, because: "nobody could begin to host" },
    // a console on the fallback that hears of every answer, with orders in between, and a reload
    hostRequest: { perMinute: 120, burst: 30, because: "the host's console would stop following the game" },
    // Next every 2 s, and a handful at once
    hostCommand: { perMinute: 30, burst: 10, because: "the host could not lead the quiz" },
    // one spelling a second, and a handful at once
    markCommand: { perMinute: 60, burst: 10, because: "a sheet could not be marked in a break" },
    importFile: { perMinute: 1, burst: 1, because: "nothing could be imported" },
    exportResults: { perMinute: 1, burst: 1, because: "nothing could be exported" },
    upload: { perMinute: 1, burst: 1, because: "nothing could be uploaded" },
  };
}

/**
 * The numbers of the public write-up this product grew from (limits.md), as a preset to watch in a rehearsal: they
 * refuse an honest room. Fixed windows there; here the same rate with the whole window as burst.
 */
export function publishedPolicies(roomSize: number): Policies {
  const window = (limit: number, seconds: number, because: string) => ({
    perMinute: (limit * 60) / seconds,
    burst: limit,
    because,
  });
  return {
    ...policiesFor({ roomSize }),
    ...partlyNamed({
      global: window(1200, 60, "Published: 1200 a minute for an address, whoever is behind it."),
      joinSession: window(100, 60, "Published: 100 a minute for an address."),
      playerPageLoad: window(60, 60, "Published: 60 a minute for an address."),
      submitAnswer: window(10, 60, "Published: 10 a minute."),
      sessionPoll: window(30, 60, "Published: 30 a minute."),
      authFailure: window(10, 900, "Published: 10 in 15 minutes."),
    }),
  };
}

const partlyNamed = <K extends PolicyName>(sizes: Record<K, Omit<Policy, "name">>): Record<K, Policy> =>
  Object.fromEntries(
    Object.entries<Omit<Policy, "name">>(sizes).map(([name, size]) => [
      name,
      { name: name as PolicyName, ...size },
    ]),
  ) as Record<K, Policy>;
const named = (sizes: Record<PolicyName, Omit<Policy, "name">>): Policies => partlyNamed(sizes);
