/**
 * Changes to answers that may be changed (answer sheets, jokers), on this phone until the server has taken or refused
 * them. Each is based on a revision, so that two phones of a team never overwrite each other in silence: whoever is
 * second keeps his words as `lost` until he chooses. One change per question is under way; a newer one waits behind
 * it and replaces what waits, since nobody knows of a sent one whether it arrived.
 */
import type { AnswerReply, AnswerValue, SubmitAnswer } from "@/lib/contracts/answers";
import type { Refusal } from "@/lib/contracts/refusals";
import { createCourier, type Parcel } from "./courier";
import { type KeptAnswer, keptAnswers } from "./kept-answers";
import type { OutboxDeps } from "./outbox";

export type StoredAnswer = { questionId: string; value: AnswerValue; revision: number };
export type SheetEntry = {
  /** what the team has, as far as this phone knows; `isMine`: this phone wrote it */
  stored: { value: AnswerValue; revision: number; isMine: boolean } | null;
  /** this phone's newest change, not acknowledged yet */
  sending: { value: AnswerValue; status: "sending" | "kept" } | null;
  /** this phone's words, when somebody else in the team was quicker */
  lost: AnswerValue | null;
  /** why the last change was not taken, and its words, which go out again by themselves when it is open again */
  refusal: RefusedChange | null;
};
type RefusedChange = Refusal & { value: AnswerValue };
/** `basedOn`: the revision the change was made on, for when its question opens again */
type RefusedRow = RefusedChange & { basedOn: number | null };
export const emptyEntry: SheetEntry = { stored: null, sending: null, lost: null, refusal: null };

type Row = {
  readonly questionId: string;
  stored: SheetEntry["stored"];
  parcel: Parcel | null;
  next: AnswerValue | null;
  isKept: boolean;
  lost: AnswerValue | null;
  refusal: RefusedRow | null;
  /** its question was opened again while the parcel was on its way: a refusal may be of the time before */
  isReopened: boolean;
};

export const sheetOutboxKey = (sessionId: string) => `roomful.sheet.${sessionId}`;

export function createSheetOutbox(sessionId: string, deps: OutboxDeps) {
  const list = keptAnswers(deps.storage, sheetOutboxKey(sessionId));
  const courier = createCourier(deps);
  const rows = new Map<string, Row>();
  let missed: { questionId: string; refusal: Refusal } | null = null;
  /** what may be changed, as the last view said; null: none yet */
  let open: ReadonlySet<string> | null = null;
  let stopped = false;
  adopt();

  function rowOf(questionId: string): Row {
    const known = rows.get(questionId);
    if (known) return known;
    const nothing = { stored: null, parcel: null, next: null, isKept: false, lost: null, refusal: null };
    const row = { questionId, ...nothing, isReopened: false };
    rows.set(questionId, row);
    return row;
  }
  const changed = () => {
    if (!stopped) deps.onChange();
  };
  const forget = (isGone: (kept: KeptAnswer) => boolean) =>
    list.rewrite((all) => all.filter((kept) => !isGone(kept)));

  function hold(row: Row, answer: SubmitAnswer): Parcel {
    row.parcel = courier.hold(answer, {
      reply: (reply) => settle(row, answer, reply),
      kept() {
        row.isKept = true;
        changed();
      },
    });
    return row.parcel;
  }

  function start(row: Row, value: AnswerValue, basedOn: number | null): void {
    const revision = basedOn === null ? {} : { revision: basedOn };
    const { questionId } = row;
    const parcel = hold(row, { questionId, submissionId: deps.newId(), value, ...revision });
    row.isKept = false;
    row.isReopened = false;
    list.rewrite((kept) => [...kept, parcel.answer]);
    courier.send(parcel);
  }

  /** Behind what is on its way: nobody knows whether that arrives. Back to the same words: nothing is left to send. */
  function queue(row: Row, { submissionId, value: sent }: SubmitAnswer, value: AnswerValue): void {
    row.next = isSame(sent, value) ? null : value;
    const { next } = row;
    list.rewrite((all) =>
      all.map((kept) => {
        if (kept.submissionId !== submissionId) return kept;
        const { next: _, ...answer } = kept;
        return next ? { ...answer, next } : answer;
      }),
    );
  }

  /** Changes kept before a reload or by another tab. */
  function adopt(): Parcel[] {
    const adopted = [];
    for (const { next, lost, ...answer } of list.read()) {
      const row = rowOf(answer.questionId);
      if (lost) row.lost ??= answer.value;
      else if (!row.parcel) {
        adopted.push(hold(row, answer));
        row.next = next ?? null;
        row.isKept = true;
      }
    }
    return adopted;
  }

  function learn(row: Row, value: AnswerValue, revision: number, isMine: boolean): void {
    const known = row.stored;
    // a view may be older than a reply, and a reply older than a view
    if (known && revision < known.revision) return;
    row.stored = { value, revision, isMine: isMine || (known?.revision === revision && known.isMine) };
    if (row.lost && isSame(row.lost, value)) dropLost(row);
  }

  function settle(row: Row, { submissionId, value, revision }: SubmitAnswer, reply: AnswerReply): void {
    // what a tab that is gone had waiting behind this change is this tab's to send now
    const kept = list.read().find((other) => other.submissionId === submissionId);
    const newest = row.next ?? kept?.next ?? null;
    row.parcel = null;
    row.next = null;
    forget((other) => other.submissionId === submissionId);
    if (reply.ok) {
      learn(row, reply.value, reply.revision, true);
      if (newest && !isSame(newest, reply.value)) start(row, newest, reply.revision);
    } else if (reply.stored) {
      const mine = newest ?? value;
      const isMine = isSame(mine, reply.stored);
      learn(row, reply.stored, reply.revision ?? 0, isMine);
      if (!isMine) lose(row, mine, submissionId);
    } else {
      const { code, message } = reply;
      refuse(row, { code, message, value: newest ?? value, basedOn: revision ?? null });
      if (row.isReopened) sendRefused(row);
    }
    changed();
  }

  function lose(row: Row, value: AnswerValue, submissionId: string): void {
    row.lost = value;
    const { questionId } = row;
    list.rewrite((kept) => [...kept, { questionId, submissionId, value, lost: true }]);
  }
  function dropLost(row: Row): void {
    if (!row.lost) return;
    row.lost = null;
    forget((kept) => kept.questionId === row.questionId && kept.lost === true);
  }
  function refuse(row: Row, refusal: RefusedRow): void {
    row.refusal = refusal;
    missed = { questionId: row.questionId, refusal };
  }

  /** Too late is true no longer: the change goes out again, on what it was made on, so that nobody is overwritten. */
  function sendRefused(row: Row): void {
    const { refusal, stored } = row;
    if (refusal?.code !== "QUESTION_CLOSED" || row.parcel) return;
    if (missed?.questionId === row.questionId) missed = null;
    row.refusal = null;
    if (stored && isSame(stored.value, refusal.value)) return;
    start(row, refusal.value, stored?.isMine ? stored.revision : refusal.basedOn);
  }

  return {
    flush(): void {
      if (stopped) return;
      adopt();
      courier.sendAll();
    },
    entry(questionId: string): SheetEntry {
      const row = rows.get(questionId);
      if (!row) return emptyEntry;
      const { stored, parcel, next, isKept, lost, refusal } = row;
      const status = isKept ? "kept" : "sending";
      return { stored, sending: parcel && { value: next ?? parcel.answer.value, status }, lost, refusal };
    },
    /** The last change that was refused, until the next one. */
    missed: () => missed,
    /**
     * `basedOn`: the revision the player saw when this change was begun; null: there was none. What this phone wrote
     * itself it has seen.
     */
    change(questionId: string, value: AnswerValue, basedOn: number | null): void {
      if (stopped) return;
      missed = null;
      const row = rowOf(questionId);
      row.refusal = null;
      dropLost(row);
      const base = row.stored?.isMine ? row.stored.revision : basedOn;
      if (row.parcel) queue(row, row.parcel.answer, value);
      else if (!row.stored || row.stored.revision !== base || !isSame(row.stored.value, value))
        start(row, value, base);
      changed();
    },
    /** The player goes by what the team has. */
    giveWay(questionId: string): void {
      dropLost(rowOf(questionId));
      changed();
    },
    /** What the view shows as stored. */
    seen({ questionId, value, revision }: StoredAnswer): void {
      const row = rowOf(questionId);
      const sent = row.parcel?.answer;
      // an acknowledgement that was lost is no longer waited for
      if (row.parcel && sent && revision === (sent.revision ?? -1) + 1 && isSame(sent.value, value)) {
        courier.drop(row.parcel);
        const { submissionId } = sent;
        settle(row, sent, { ok: true, questionId, submissionId, value, revision });
      } else learn(row, value, revision, false);
    },
    /**
     * What may be changed, as a view says. Only what was closed before is sent again (a lock that was taken back, a
     * break that is over), so once an opening: a view can be behind a lock, and its word alone would be asked for ever.
     */
    opened(questionIds: readonly string[]): void {
      const before = open;
      open = new Set(questionIds);
      if (stopped || !before) return;
      for (const questionId of questionIds) {
        const row = rows.get(questionId);
        if (!row || before.has(questionId)) continue;
        if (row.parcel) row.isReopened = true;
        else sendRefused(row);
      }
    },
    /** The round is over, or this phone sits in another seat now: what is stored is another sheet. */
    newSheet(): void {
      for (const row of rows.values()) {
        row.stored = null;
        dropLost(row);
        if (!row.parcel) rows.delete(row.questionId);
      }
    },
    changedElsewhere(): void {
      if (stopped) return;
      const adopted = adopt();
      for (const parcel of adopted) courier.sendAfterOtherTab(parcel);
      if (adopted.length > 0) deps.onChange();
    },
    /** The seat or the session is gone: nothing that waits can count any more. */
    refuseAll(refusal: Refusal): void {
      list.rewrite(() => []);
      for (const row of rows.values()) {
        row.lost = null;
        row.next = null;
        if (!row.parcel) continue;
        const { value, revision } = row.parcel.answer;
        courier.drop(row.parcel);
        row.parcel = null;
        refuse(row, { ...refusal, value, basedOn: revision ?? null });
      }
      changed();
    },
    stop(): void {
      stopped = true;
      courier.stop();
    },
  };
}

/** Values are made here or by zod, keys in the order of the schema or of the reply: compared by content. */
export function isSame(one: AnswerValue, other: AnswerValue): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}
function sorted(value: AnswerValue): unknown {
  if (value.kind === "choices") return { kind: value.kind, choiceIds: [...value.choiceIds].sort() };
  if (value.kind === "pairs")
    return {
      kind: value.kind,
      pairs: value.pairs.map(({ leftId, rightId }) => [leftId, rightId]).sort(),
    };
  return Object.entries(value).sort();
}
