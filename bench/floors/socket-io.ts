/**
 * The floor of everything on sockets: a socket.io server that passes views on and takes answers, and nothing else. With
 * a DATABASE_URL its only work is the group-committed insert; without one it keeps answers in memory. No product code.
 */
import { createServer } from "node:http";
import pg from "pg";
import { Server } from "socket.io";
import { groupCommit } from "./group-commit";

const url = process.env.DATABASE_URL;
const http = createServer();
const io = new Server(http, { transports: ["websocket"], serveClient: false, perMessageDeflate: false });

type Answer = { playerId: string; questionId: string };
const kept = new Map<string, unknown>();
let commitPlayer = async (_row: object): Promise<void> => undefined;
let commitAnswer = async (row: object): Promise<void> => {
  const { playerId, questionId } = row as Answer;
  const key = `${playerId} ${questionId}`;
  if (!kept.has(key)) kept.set(key, row);
};

if (url) {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  await pool.query(`CREATE TABLE player (id text PRIMARY KEY, name text NOT NULL)`);
  await pool.query(
    `CREATE TABLE answer ("playerId" text, "questionId" text, "submissionId" text, value jsonb, "receivedAt" bigint,
     PRIMARY KEY ("playerId", "questionId"))`,
  );
  commitPlayer = groupCommit(
    pool,
    `INSERT INTO player SELECT * FROM jsonb_to_recordset($1::jsonb) AS g(id text, name text) ON CONFLICT DO NOTHING`,
  );
  commitAnswer = groupCommit(
    pool,
    `INSERT INTO answer SELECT * FROM jsonb_to_recordset($1::jsonb) AS g(
       "playerId" text, "questionId" text, "submissionId" text, value jsonb, "receivedAt" bigint)
     ON CONFLICT DO NOTHING`,
  );
}

let view: unknown = { version: 0 };

io.on("connection", (socket) => {
  socket.on("join", async (player: { id: string; name: string }) => {
    socket.data.playerId = player.id;
    await commitPlayer(player);
    socket.emit("view", view);
  });
  socket.on("answer:submit", async (answer: object, reply: (saved: object) => void) => {
    await commitAnswer({ ...answer, playerId: socket.data.playerId, receivedAt: Date.now() });
    reply({ ok: true, ...answer });
  });
  socket.on("show", (next: unknown) => {
    view = next;
    io.emit("view", view);
  });
});

http.listen({ port: Number(process.env.PORT), host: "127.0.0.1", backlog: 4096 });
