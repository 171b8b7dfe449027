/** Quizzes as their author sees them: whole in, whole out, one transaction each, nothing half-saved. */
import { randomBytes } from "node:crypto";
import type { QuizSummary } from "@/lib/contracts/http";
import { type Question, type Quiz, quizSchema } from "@/lib/contracts/quiz";
import type { Prisma } from "./generated/client";
import type { Store } from "./store";
import { workspaceOf } from "./workspace";

export type QuizRepository = ReturnType<typeof quizRepository>;

const common = new Set(["id", "type", "text", "points", "timeLimitSeconds", "explanation", "hostNotes"]);
const newRowId = () => randomBytes(12).toString("base64url");

/** What the question's type adds to the common columns. */
function contentOf(question: Question): Prisma.InputJsonObject {
  const { id: questionId } = question;
  const added = Object.fromEntries(Object.entries(question).filter(([key]) => !common.has(key)));
  return { ...added, questionId } as Prisma.InputJsonObject;
}

export function quizRepository(store: Store) {
  const { prisma } = store;
  const owned = (hostId: string) => ({ workspace: { members: { some: { hostId } } } });

  return {
    /**
     * Saves a new quiz, or all of one again, and returns its id: one of the host's own, else a new one. Rows get ids of
     * their own, so that one file can be imported twice.
     */
    async save(hostId: string, quiz: Quiz, savedAs?: string): Promise<string> {
      const workspaceId = await workspaceOf(prisma, hostId);
      const own = savedAs
        ? await prisma.quiz.findFirst({ where: { id: savedAs, ...owned(hostId) }, select: { id: true } })
        : null;
      const quizId = own?.id ?? newRowId();
      const rounds = quiz.rounds.map((round, position) => ({ row: newRowId(), round, position }));
      await prisma.$transaction([
        prisma.round.deleteMany({ where: { quizId } }),
        prisma.quiz.upsert({
          where: { id: quizId },
          create: { id: quizId, workspaceId, title: quiz.title },
          update: { title: quiz.title },
        }),
        prisma.round.createMany({
          data: rounds.map(({ row, round, position }) => {
            const { id: _imported, questions: _rows, title, pace, ...settings } = round;
            return { id: row, quizId, position, title, pace: pace ?? "question", settings };
          }),
        }),
        prisma.question.createMany({
          data: rounds.flatMap(({ row, round }) =>
            round.questions.map((question, position) => ({
              id: newRowId(),
              roundId: row,
              position,
              type: question.type,
              text: question.text,
              points: question.points,
              timeLimitSeconds: question.timeLimitSeconds,
              explanation: question.explanation,
              hostNotes: question.hostNotes,
              mediaId: question.media?.mediaId ?? null,
              content: contentOf(question),
            })),
          ),
        }),
      ]);
      return quizId;
    },

    async list(hostId: string): Promise<QuizSummary[]> {
      const rows = await prisma.quiz.findMany({
        where: owned(hostId),
        orderBy: { updatedAt: "desc" },
        select: {
          id: true,
          title: true,
          updatedAt: true,
          rounds: { select: { _count: { select: { questions: true } } } },
        },
      });
      return rows.map((row) => ({
        quizId: row.id,
        title: row.title,
        roundCount: row.rounds.length,
        questionCount: row.rounds.reduce((sum, round) => sum + round._count.questions, 0),
        updatedAt: row.updatedAt.getTime(),
      }));
    },

    async load(hostId: string, quizId: string): Promise<Quiz | null> {
      const row = await prisma.quiz.findFirst({
        where: { id: quizId, ...owned(hostId) },
        include: {
          rounds: {
            orderBy: { position: "asc" },
            include: { questions: { orderBy: { position: "asc" } } },
          },
        },
      });
      if (!row) return null;
      return quizSchema.parse({
        title: row.title,
        rounds: row.rounds.map((round) => ({
          id: round.id,
          title: round.title,
          ...(round.pace === "sheet" ? { pace: round.pace } : {}),
          ...(round.settings as Prisma.JsonObject),
          questions: round.questions.map((question) => {
            const { questionId: _imported, media, ...content } = question.content as Prisma.JsonObject;
            return {
              id: question.id,
              type: question.type,
              text: question.text,
              points: question.points,
              timeLimitSeconds: question.timeLimitSeconds,
              explanation: question.explanation,
              hostNotes: question.hostNotes,
              // the column is emptied when the file is removed; its words in `content` stay behind
              ...(media && question.mediaId ? { media } : {}),
              ...content,
            };
          }),
        })),
      });
    },

    async remove(hostId: string, quizId: string): Promise<void> {
      await prisma.quiz.deleteMany({ where: { id: quizId, ...owned(hostId) } });
    },

    /** A guest becomes an account: workspaces, quizzes and sessions go along. */
    /** `isNew`: an account just made has nothing but its sample quiz, and the guest brings one along. */
    async moveHost(fromHostId: string, toHostId: string, isNew: boolean): Promise<void> {
      await prisma.$transaction([
        ...(isNew
          ? [prisma.quiz.deleteMany({ where: { workspace: { members: { some: { hostId: toHostId } } } } })]
          : []),
        prisma.workspaceMember.updateMany({ where: { hostId: fromHostId }, data: { hostId: toHostId } }),
        prisma.session.updateMany({ where: { hostId: fromHostId }, data: { hostId: toHostId } }),
      ]);
    },
  };
}
