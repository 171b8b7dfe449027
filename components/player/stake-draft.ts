/**
 * The stake a player is picking: sent by itself after a pause, so that the host's next question finds it, and at once
 * when the page turns or goes to sleep. Without React.
 */
import { firstWordsPauseMs, typingPauseMs } from "./sheet-drafts";

export type StakeDraftDeps = {
  /** what the team has staked, as far as this phone knows, with what is on its way */
  staked(): number;
  send(stake: number, basedOn: number | null): void;
  setTimer(run: () => void, ms: number): unknown;
  clearTimer(timer: unknown): void;
  onChange(): void;
};

export function stakeDraft(deps: StakeDraftDeps) {
  let picked: { stake: number; basedOn: number | null } | null = null;
  let timer: unknown;
  let wasSent = false;

  function commit(): void {
    deps.clearTimer(timer);
    if (!picked) return;
    const { stake, basedOn } = picked;
    picked = null;
    if (stake !== deps.staked()) {
      wasSent = true;
      deps.send(stake, basedOn);
    }
    deps.onChange();
  }

  return {
    /** null: nothing that has not been sent */
    picked: (): number | null => picked?.stake ?? null,
    /**
     * `basedOn`: the revision in sight; what the first pick was made on stands until the stake is sent, or a team
     * mate's would be overwritten unseen. The pauses are those of typing, for its reason: the limit of answers.
     */
    pick(stake: number, basedOn: number | null): void {
      deps.clearTimer(timer);
      picked = { stake, basedOn: picked ? picked.basedOn : basedOn };
      timer = deps.setTimer(commit, wasSent ? typingPauseMs : firstWordsPauseMs);
      deps.onChange();
    },
    commit,
  };
}
