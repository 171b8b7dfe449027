/**
 * What holds at every quiet moment of a random night: the database has every answer that was acknowledged and none
 * that was refused, and phones, big screen, host, results and CSV all say what a fresh look at the database says.
 */
import { parse } from "csv-parse/sync";
import { expect, vi } from "vitest";
import type { ResultsReply } from "@/lib/contracts/http";
import type { Envelope, HostView, PlayerView, ScreenView } from "@/lib/contracts/views";
import { roundOfJoker } from "@/lib/game/jokers";
import { acceptsChanges, findQuestion, valueInWords } from "@/lib/game/questions";
import { scoreSession } from "@/lib/game/scoring";
import { answerCommitter } from "@/lib/store/answer-committer";
import { playerRepository } from "@/lib/store/player-repository";
import { sessionRepository } from "@/lib/store/session-repository";
import type { RandomNight } from "./random-night.test-support";
import type { Tap } from "./random-phone.test-support";
import { SessionRoom } from "./session-room";

/** The session as a process that has just started would read it. */
async function readAnew({ store, sessionId }: RandomNight) {
  const stored = await sessionRepository(store).load(sessionId);
  if (!stored) throw new Error("the session is gone");
  const room = new SessionRoom(stored, stored.state, Date.now());
  for (const player of await playerRepository(store).list(sessionId)) room.putSeat(player);
  const answers = await answerCommitter(store).loadAnswers(sessionId);
  for (const answer of answers) room.keepAnswer(answer.questionId, answer.playerId, answer);
  return { room, answers };
}
type Anew = Awaited<ReturnType<typeof readAnew>>;

const keyOf = (playerId: string, questionId: string) => `${playerId} ${questionId}`;

/** Each acknowledged answer is stored, once, and the stored one is the last that was taken. */
function checkAnswers({ taps }: RandomNight, { room, answers }: Anew): void {
  const rows = new Map(answers.map((row) => [keyOf(row.playerId, row.questionId), row]));
  expect(rows.size).toBe(answers.length);
  const bySubmission = new Map(taps.map((tap) => [tap.answer.submissionId, tap]));
  for (const row of answers) {
    const tap = bySubmission.get(row.submissionId);
    expect(tap?.answer.questionId, "what is stored was sent").toBe(row.questionId);
    const isRefused = tap?.replies.every((reply) => !reply.ok) && !tap.isOpen;
    expect(isRefused, `refused and stored: ${JSON.stringify(tap)}`).toBe(false);
    const isChangeable = acceptsChanges(room.state, row.questionId);
    if (!isChangeable) expect(row.revision).toBe(0);
  }
  const takenAt = new Map<string, Map<number, string>>();
  for (const tap of taps)
    for (const reply of tap.replies) {
      if (!reply.ok) continue;
      const { submissionId, questionId } = tap.answer;
      const key = keyOf(tap.playerId, questionId);
      const row = rows.get(key);
      expect(row, `acknowledged and lost: ${JSON.stringify(tap)}`).toBeDefined();
      if (!row) continue;
      expect(row.revision).toBeGreaterThanOrEqual(reply.revision);
      if (row.revision === reply.revision) {
        expect(row.submissionId).toBe(submissionId);
        expect(row.value).toEqual(reply.value);
      }
      const revisions = takenAt.get(key) ?? new Map<number, string>();
      takenAt.set(key, revisions);
      const other = revisions.get(reply.revision) ?? submissionId;
      expect(other, "one revision, one change").toBe(submissionId);
      revisions.set(reply.revision, submissionId);
    }
}

/** 1, 2, 2, 4; equal ranks, equal points, unless a tie-break parted them. */
function checkRanks(rows: { rank: number; points: number }[]): void {
  for (const row of rows) {
    const better = rows.filter(({ rank }) => rank < row.rank);
    expect(row.rank).toBe(1 + better.length);
    for (const other of better) expect(other.points).toBeGreaterThanOrEqual(row.points);
    for (const other of rows) if (other.rank === row.rank) expect(other.points).toBe(row.points);
  }
}

async function checkResults(night: RandomNight, { room, answers }: Anew): Promise<void> {
  const { app, cookie, sessionId } = night;
  const path = `/api/sessions/${sessionId}`;
  const { state } = room;
  const standings = scoreSession(state, room.playerRecords(), answers).standings;
  const results = (await app.request<ResultsReply>("GET", `${path}/results`, { cookie })).json;
  const placed = results.players.filter(({ removed }) => !removed);
  expect(placed.map(({ playerId, rank, points }) => ({ playerId, rank, points }))).toEqual(
    standings.map(({ playerId, rank, points }) => ({ playerId, rank, points })),
  );
  checkRanks(standings);
  for (const player of results.players) {
    const byHand = player.adjustments.filter(({ round }) => round === null);
    const given = byHand.map(({ points }) => points);
    const sum = [...player.roundPoints, ...given, player.handicap].reduce((a, b) => a + b, 0);
    expect(player.points).toBeCloseTo(sum, 6);
    for (const [at, { questionId }] of results.questions.entries()) {
      const stored = room.answerOf(questionId, player.playerId);
      const question = findQuestion(state, questionId)?.question;
      expect(player.cells[at]?.text).toBe(stored && question ? valueInWords(question, stored.value) : "");
    }
  }
  const { text } = await app.request("GET", `${path}/results.csv`, { cookie });
  const lines = parse(text, { bom: true, columns: false }) as string[][];
  const head = lines[0] ?? [];
  // the outcome stands before the answer; what else there is of a question comes behind
  const outcomeAt = results.questions.map(
    ({ round, number }) => head.indexOf(`R${round} Q${number} answer`) - 1,
  );
  expect(
    lines.slice(1).map((line) => ({
      rank: line[0] === "" ? null : Number(line[0]),
      name: line[1],
      points: Number(line[2]),
      outcomes: outcomeAt.map((at) => line[at]),
    })),
  ).toEqual(
    results.players.map(({ rank, name, points, cells }) => ({
      rank,
      name,
      points,
      outcomes: cells.map(({ outcome }) => outcome),
    })),
  );
}

/** Every phone by a poll, every socket by what it was told, the big screen and the host: as if read anew. */
async function checkViews(night: RandomNight, { room }: Anew): Promise<void> {
  const { app, cookie, sessionId } = night;
  const path = `/api/sessions/${sessionId}`;
  const standing = new Map(room.scores().standings.map((row) => [row.playerId, row]));
  for (const phone of night.phones) {
    const seat = phone.isSeated ? room.seats.get(phone.seat?.playerId ?? "") : undefined;
    if (!seat) continue;
    const fresh = (JSON.parse(room.playerBody(seat, 0, 0).body) as Envelope<PlayerView>).view;
    if (phone.socket?.connected)
      await vi.waitFor(() => expect(phone.view, `${phone.name} by its socket`).toEqual(fresh), 2_000);
    expect(await phone.look(), `${phone.name} by a poll`).toEqual(fresh);
    const mine = fresh.me.standing;
    if (mine) expect(mine).toMatchObject({ ...pointsOf(standing.get(seat.playerId)) });
  }
  const host = (await app.request<Envelope<HostView>>("GET", `${path}/host`, { cookie })).json;
  expect(host.version).toBe(room.state.version);
  expect(host.view.shared).toEqual(room.shared().view);
  expect(host.view.live.players.map(({ playerId }) => playerId).sort()).toEqual(
    room
      .activeSeats()
      .map(({ playerId }) => playerId)
      .sort(),
  );
  const token = new URL(host.view.screenPath, app.url).searchParams.get("token") ?? "";
  const screen = await app.request<Envelope<ScreenView>>("GET", `${path}/screen?token=${token}`);
  expect(screen.json.view.shared).toEqual(room.shared().view);
}
const pointsOf = (row: { rank: number; points: number } | undefined) => ({
  rank: row?.rank,
  points: row?.points,
});

export async function checkNight(night: RandomNight): Promise<void> {
  for (const phone of night.phones) {
    await phone.hangingDone();
    if (phone.faults.length > 0) throw phone.faults[0];
  }
  if (night.faults.length > 0) throw night.faults[0];
  await vi.waitFor(async () => {
    const anew = await readAnew(night);
    checkAnswers(night, anew);
    await checkResults(night, anew);
    // a deadline may pass between two looks: then both are taken again
    await checkViews(night, anew);
  }, 5_000);
}

/**
 * In the end every tap whose fate its phone does not know is asked for once more: what is stored under its id is
 * acknowledged, also now that everything is closed, and nothing else is.
 */
export async function checkOpenTaps(night: RandomNight): Promise<number> {
  const { room, answers } = await readAnew(night);
  const stored = new Set(answers.map(({ submissionId }) => submissionId));
  const isOpen = (tap: Tap) => tap.isOpen && tap.replies.length === 0;
  let asked = 0;
  for (const tap of night.taps.filter(isOpen)) {
    const phone = night.phones.find(({ isSeated, seat }) => isSeated && seat?.playerId === tap.playerId);
    if (!phone || roundOfJoker(room.state, tap.answer.questionId)) continue;
    asked += 1;
    await phone.send(tap, { road: "http", dropAfterMs: null });
    const said = tap.replies.at(-1);
    expect(said?.ok, JSON.stringify(tap)).toBe(stored.has(tap.answer.submissionId));
  }
  return asked;
}
