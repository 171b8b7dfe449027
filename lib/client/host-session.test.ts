import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type HostOrder, type HostState, noHostState, openHostSession } from "./host-session";
import { createSnapshot, type Snapshot } from "./store";
import { htmlResponse, io, jsonResponse, openVenue, pass } from "./test-venue";

vi.mock("socket.io-client", () => ({ io: (options: Parameters<typeof io>[0]) => io(options) }));

type Console = ReturnType<typeof openHostSession> & { state(): HostState; snapshot: Snapshot<HostState> };
let world: ReturnType<typeof openVenue>;
const consoles: Console[] = [];
const advance: HostOrder = { type: "advance" };

function openConsole(): Console {
  const snapshot = createSnapshot(noHostState);
  const host = Object.assign(openHostSession("s1", snapshot), { state: snapshot.get, snapshot });
  consoles.push(host);
  return host;
}
/** What the person at the console is told in the end. */
async function press(host: Console, ms: number, order = advance) {
  let said: unknown = "nothing yet";
  void host.sendCommand(order).then((refusal) => {
    said = refusal?.code ?? null;
  });
  await pass(ms);
  return said;
}
const commands = () => world.venue.requests.filter(({ path }) => path.endsWith("/commands"));

beforeEach(() => {
  world = openVenue();
});
afterEach(() => {
  for (const host of consoles.splice(0)) host.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a co-host shows the link with every view and order, and sends orders over HTTP", async () => {
  const host = openHostSession("s1", createSnapshot(noHostState), "0.secret");
  const ask = vi.spyOn(host.connection, "ask");
  await pass(100);
  void host.sendCommand(advance);
  await pass(100);
  host.close();
  expect(ask).not.toHaveBeenCalled();
  const paths = world.venue.requests.map(({ path }) => path);
  expect(paths).toContain("/api/sessions/s1/commands?cohost=0.secret");
});

describe("commands", () => {
  test("one press advances once and says nothing", async () => {
    const host = openConsole();
    await pass(100);
    expect(await press(host, 100)).toBeNull();
    expect(world.venue.version).toBe(2);
    expect(host.connection.version).toBe(2);
  });

  test("HST-06 two presses while the first is under way advance once", async () => {
    const host = openConsole();
    await pass(100);
    void host.sendCommand(advance);
    expect(await press(host, 100)).toBeNull();
    expect(world.venue.version).toBe(2);
  });

  test("a correction carries no version: it is no step, and a newer view does not refuse it", async () => {
    const host = openConsole();
    await pass(100);
    const sent: unknown[] = [];
    vi.spyOn(host.connection, "ask").mockImplementation(async (_event, command) => {
      sent.push(command);
      return { ok: true };
    });
    await host.sendCommand({ type: "voidQuestion", questionId: "q1", isVoid: true });
    await host.sendCommand({ type: "callTime", seconds: 300 });
    expect(sent).toEqual([
      { type: "voidQuestion", questionId: "q1", isVoid: true },
      { type: "callTime", seconds: 300, basedOn: 1 },
    ]);
  });

  test("a setting chosen while a step is under way is carried out after it, and after somebody else's step too", async () => {
    const host = openConsole();
    await pass(100);
    void host.sendCommand(advance);
    void host.sendCommand(advance);
    expect(await press(host, 100, { type: "setStandings", show: "hidden" })).toBeNull();
    expect(world.venue.version).toBe(3);
    world.venue.loses = (event) => event === "view:host";
    world.venue.publish();
    expect(host.connection.version).toBe(3);
    expect(await press(host, 100, { type: "setJoinLocked", locked: true })).toBeNull();
    expect(world.venue.version).toBe(5);
  });

  test("HST-05 five presses of Skip within a second are one; a second later it skips again", async () => {
    const host = openConsole();
    await pass(100);
    for (let n = 0; n < 5; n++) expect(await press(host, 200, { type: "skipQuestion" })).toBeNull();
    expect(world.venue.version).toBe(2);
    await pass(900);
    expect(await press(host, 100, { type: "skipQuestion" })).toBeNull();
    expect(world.venue.version).toBe(3);
  });

  test("HST-06 STALE from somebody else is said, with the view it led to", async () => {
    const host = openConsole();
    await pass(100);
    world.venue.loses = (event) => event === "view:host";
    world.venue.publish();
    expect(await press(host, 100)).toBe("STALE");
    expect(host.connection.version).toBe(2);
    expect(host.state().view).not.toBeNull();
    expect(world.venue.version).toBe(2);
  });

  test("STALE is not said to a host who pressed once: the acknowledgement was late, the order had arrived", async () => {
    const host = openConsole();
    await pass(100);
    world.venue.losesAcks = true;
    expect(await press(host, 3_500)).toBeNull();
    expect(world.venue.version).toBe(2);
    expect(commands()).toHaveLength(1);
    expect(host.state().pending).toBe(false);
  });

  test("STALE is not said after a press whose reply got lost over HTTP, pressed again", async () => {
    world.venue.socketsBlocked = true;
    const host = openConsole();
    await pass(100);
    // carried out, and the proxy fails on the way back; the view does not come through either
    world.venue.intercept = (path) => {
      if (path.endsWith("/commands")) world.venue.order("command:send", { ...advance, basedOn: 1 });
      return htmlResponse(502);
    };
    expect(await press(host, 200)).toBe("UNAVAILABLE");
    world.venue.intercept = (path) => (path.endsWith("/commands") ? null : htmlResponse(502));
    expect(await press(host, 200)).toBeNull();
    expect(world.venue.version).toBe(2);
    expect(host.connection.version).toBe(2);
  });

  test("STALE is said when the second press wanted something else", async () => {
    world.venue.socketsBlocked = true;
    const host = openConsole();
    await pass(100);
    world.venue.intercept = (path) => {
      if (path.endsWith("/commands")) world.venue.order("command:send", { ...advance, basedOn: 1 });
      return htmlResponse(502);
    };
    await press(host, 200);
    world.venue.intercept = (path) => (path.endsWith("/commands") ? null : htmlResponse(502));
    expect(await press(host, 200, { type: "skipQuestion" })).toBe("STALE");
  });

  test("a busy server is asked again by itself, as its sentence says, with the same order", async () => {
    world.venue.socketsBlocked = true;
    const host = openConsole();
    await pass(100);
    const limited = { code: "RATE_LIMITED", message: "Later.", retryAfterMs: 500 };
    world.venue.intercept = (path) =>
      path.endsWith("/commands") && commands().length < 3
        ? jsonResponse({ status: 429, body: limited })
        : null;
    expect(await press(host, 400)).toBe("nothing yet");
    expect(commands()).toHaveLength(1);
    expect(await press(host, 5_000)).toBeNull();
    expect(commands()).toHaveLength(3);
    expect(world.venue.version).toBe(2);
  });

  test("a server that stays busy is not waited for with dead buttons, and the host is told to press again", async () => {
    world.venue.socketsBlocked = true;
    const host = openConsole();
    await pass(100);
    const limited = {
      code: "RATE_LIMITED",
      message: "This will be tried again by itself.",
      retryAfterMs: 30_000,
    };
    world.venue.intercept = (path) =>
      path.endsWith("/commands") ? jsonResponse({ status: 429, body: limited }) : null;
    let message = "";
    void host.sendCommand(advance).then((refusal) => {
      message = refusal?.message ?? "";
    });
    await pass(200);
    expect(message).toMatch(/Press again in \d\d s/);
    expect(host.state().pending).toBe(false);
  });

  test("NET-06 a captive portal that says 200 to an order: no connection, and the order was not given", async () => {
    world.venue.socketsBlocked = true;
    const host = openConsole();
    await pass(100);
    for (const portal of [
      () => htmlResponse(200),
      () => jsonResponse({ status: 200, body: { login: true } }),
      () => new Response(null, { status: 204 }),
    ]) {
      world.venue.intercept = portal;
      expect(await press(host, 100)).toBe("UNAVAILABLE");
    }
    expect(world.venue.version).toBe(1);
  });
});

describe("the host's view", () => {
  test("the older of two views is dropped: a command's reply cannot be taken back by a slow poll", async () => {
    world.venue.socketsBlocked = true;
    const host = openConsole();
    await pass(1_500);
    world.venue.replyMs = 600;
    world.window.dispatchEvent(new Event("online"));
    await pass(15);
    world.venue.replyMs = 0;
    expect(await press(host, 100)).toBeNull();
    expect(host.connection.version).toBe(2);
    await pass(1_000);
    expect(host.connection.version).toBe(2);
  });

  test("a team that joined is not taken off the list by a slow poll of the same version", async () => {
    const host = openConsole();
    await pass(100);
    world.venue.replyMs = 500;
    // a push that was very late makes the console measure its clock: a look is under way, made before the team came
    const late = { ...world.venue.hostEnvelope(), now: world.venue.now() - 5_000 };
    for (const socket of world.venue.open) socket.deliver("view:host", late);
    await pass(30);
    expect(world.venue.views()).toHaveLength(2);
    const anna = {
      playerId: "p1",
      name: "Anna",
      link: "socket" as const,
      answered: false,
      seatCode: "ABCDE",
    };
    const change = { playerCount: 1, answeredCount: 0, players: [anna], removedIds: [], distribution: [] };
    for (const socket of world.venue.open) socket.deliver("live:host", change);
    await pass(50);
    expect(host.state().view?.live.players).toEqual([anna]);
    await pass(1_000);
    expect(host.state().view?.live.players).toEqual([anna]);
  });

  test("a reply that comes after the console was closed gives no more orders", async () => {
    world.venue.socketsBlocked = true;
    const host = openConsole();
    await pass(100);
    const limited = { code: "RATE_LIMITED", message: "Later.", retryAfterMs: 500 };
    world.venue.intercept = () => jsonResponse({ status: 429, body: limited });
    void host.sendCommand(advance);
    await pass(100);
    host.close();
    world.venue.intercept = null;
    await pass(30_000);
    expect(commands()).toHaveLength(1);
    expect(world.venue.version).toBe(1);
  });
});
