/**
 * How a guest writes on an answer sheet: an answer to every question when it is asked, and some guests change their mind
 * while the sheet is open. What is sent, when and on which revision is the phone's own code (lib/client/sheet-outbox.ts).
 */
import type { OutboxDeps } from "@/lib/client/outbox";
import { createSheetOutbox, isSame } from "@/lib/client/sheet-outbox";
import type { AnswerReply, AnswerValue, SubmitAnswer } from "@/lib/contracts/answers";
import type { Question } from "@/lib/contracts/quiz";
import type { MeView, SharedView } from "@/lib/contracts/views";
import type { History } from "./history";
import { guess } from "./quiz";

/** Every third phone thinks better of an answer: enough changes to count, and most of the room leaves it at one. */
const mindChangers = 3;
/** A guess is often the one before ("true" is every second time): so often another is tried. */
const otherGuesses = 20;

export type PenDeps = {
  number: number;
  history: History;
  questions: Map<string, Question>;
  /** first answers are sent twice */
  isDouble(): boolean;
  /** changes are sent twice */
  repeatsChanges: boolean;
  outbox: Omit<OutboxDeps, "send" | "onChange">;
  /** over whichever road is open */
  deliver(answer: SubmitAnswer): Promise<AnswerReply | null>;
  /** the other road */
  post(answer: SubmitAnswer): Promise<AnswerReply | null>;
  serverNow(): number;
  thinkingMs(): number;
};

export class SheetPen {
  private readonly outbox: ReturnType<typeof createSheetOutbox>;
  private shared: SharedView | null = null;
  private me: MeView | null = null;
  private readonly thoughtOf = new Set<string>();
  /** questions after which this guest has nothing more to write */
  private readonly done = new Set<string>();
  private readonly written = new Map<string, AnswerValue>();
  /** by question: the newest submission that was sent */
  private readonly newest = new Map<string, string>();
  private readonly submissions = new Set<string>();
  private readonly savedRevision = new Map<string, number>();
  private readonly told = new WeakSet<object>();

  constructor(
    sessionId: string,
    private readonly d: PenDeps,
  ) {
    this.outbox = createSheetOutbox(sessionId, {
      ...d.outbox,
      send: (answer) => this.send(answer),
      onChange: () => this.note(),
    });
  }

  /** something written is neither saved nor refused yet */
  get isWaiting(): boolean {
    return [...this.written.keys()].some((id) => this.outbox.entry(id).sending !== null);
  }

  /** The guest has written what it wanted to when this question was asked, and was told what became of all of it. */
  isDoneWith(questionId: string): boolean {
    return this.done.has(questionId) && !this.isWaiting;
  }

  flush(): void {
    this.outbox.flush();
  }
  stop(): void {
    this.outbox.stop();
  }

  /** As lib/client/player-session.ts takes a view. */
  look(shared: SharedView, me: MeView): void {
    const hadSheet = Boolean(this.me?.sheet);
    if (hadSheet && !me.sheet && shared.phase !== "paused") this.outbox.newSheet();
    this.shared = shared;
    this.me = me;
    for (const stored of me.sheet ?? []) this.outbox.seen(stored);
    if (shared.phase !== "question") return;
    for (const { id } of shared.sheet ?? []) {
      if (this.thoughtOf.has(id)) continue;
      this.thoughtOf.add(id);
      setTimeout(() => this.answer(id), this.d.thinkingMs());
    }
  }

  private answer(questionId: string): void {
    this.write(questionId);
    if (this.d.number % mindChangers !== 0) this.done.add(questionId);
    else
      setTimeout(() => {
        this.changeMind();
        this.done.add(questionId);
      }, this.d.thinkingMs());
  }

  /** About anything on the sheet, saved by now or not. */
  private changeMind(): void {
    const onSheet = this.shared?.phase === "question" ? (this.shared.sheet ?? []) : [];
    const mine = onSheet.filter(({ id }) => this.written.has(id));
    const pick = mine[Math.floor(Math.random() * mine.length)];
    if (pick) this.write(pick.id);
  }

  private write(questionId: string): void {
    const { shared, d } = this;
    const question = d.questions.get(questionId);
    const isOpen =
      shared?.phase === "question" &&
      shared.sheet?.some(({ id }) => id === questionId) &&
      (shared.closesAt === null || d.serverNow() < shared.closesAt);
    if (!isOpen || !question) return;
    const before = this.written.get(questionId);
    let value = guess(question, Math.random);
    for (let tries = 0; before && isSame(value, before) && tries < otherGuesses; tries++)
      value = guess(question, Math.random);
    this.written.set(questionId, value);
    const stored = this.outbox.entry(questionId).stored;
    this.outbox.change(questionId, value, stored?.revision ?? null);
  }

  private send(answer: SubmitAnswer): Promise<AnswerReply | null> {
    const { number, history, isDouble, repeatsChanges, deliver } = this.d;
    const { questionId, submissionId } = answer;
    if (!this.submissions.has(submissionId)) {
      const isFirst = !this.newest.has(questionId);
      this.submissions.add(submissionId);
      this.newest.set(questionId, submissionId);
      history.add({ kind: isFirst ? "tapped" : "changed", who: number, answer });
      if (isFirst ? isDouble() : repeatsChanges) void this.repeat(answer);
    }
    return deliver(answer);
  }

  /** The same submission a second time, at the same moment, down the other road. */
  private async repeat(answer: SubmitAnswer): Promise<void> {
    const { number, history, post } = this.d;
    const reply = await post(answer);
    const isNewest = this.newest.get(answer.questionId) === answer.submissionId;
    history.add({ kind: "repeated", who: number, what: "answer", agrees: agrees(answer, reply, isNewest) });
  }

  private note(): void {
    const { number: who, history } = this.d;
    for (const questionId of this.written.keys()) {
      const { stored, refusal, lost } = this.outbox.entry(questionId);
      if (stored?.isMine && stored.revision > (this.savedRevision.get(questionId) ?? -1)) {
        const { value, revision } = stored;
        this.savedRevision.set(questionId, revision);
        history.add({ kind: "saved", who, questionId, value, revision });
      }
      for (const [said, code] of [
        [refusal, refusal?.code],
        // nobody else writes on this sheet, so that nobody can have been quicker
        [lost, "ANSWER_CHANGED"],
      ] as const) {
        if (!said || !code || this.told.has(said)) continue;
        this.told.add(said);
        history.add({ kind: "answerRefused", who, questionId, code });
      }
    }
  }
}

/**
 * Whether a second delivery was told what the first was told, or may try again. One that a newer change has overtaken is
 * told of that change, or, after the lock, that the sheet is closed.
 */
export function agrees(answer: SubmitAnswer, reply: AnswerReply | null, isNewest: boolean): boolean {
  if (reply === null) return true;
  if (reply.ok) return reply.revision === (answer.revision ?? -1) + 1 && isSame(reply.value, answer.value);
  if (reply.code === "UNAVAILABLE" || reply.code === "RATE_LIMITED") return true;
  return !isNewest && (reply.code === "ANSWER_CHANGED" || reply.code === "QUESTION_CLOSED");
}
