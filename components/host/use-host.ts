"use client";
/** Who is signed in; sends strangers to the sign-in page and back again. Asks again while the server is away. */
import { useEffect, useState } from "react";
import { api } from "@/lib/client/api";
import { cohostInAddress } from "@/lib/client/cohost";
import type { HostAccount } from "@/lib/contracts/http";

/** A restarted server answers within half a second; a host who waits looks again about this often. */
const askAgainMs = 2_000;

/** Without an account, and known by the link alone. */
const cohostAccount: HostAccount = { hostId: "", name: "Co-host", email: null, isAnonymous: true };

type Account = { host: HostAccount | null; trouble: string | null };
export const useHostAccount = (): Account => useAccount(false);
/** On the pages of a session, where a co-host needs no account. */
export const useSessionHost = (): Account => useAccount(true);

function useAccount(takesCohost: boolean): Account {
  const [state, setState] = useState<{ host: HostAccount | null; trouble: string | null }>({
    host: null,
    trouble: null,
  });
  useEffect(() => {
    if (takesCohost && cohostInAddress()) {
      setState({ host: cohostAccount, trouble: null });
      return;
    }
    let timer: number | undefined;
    let gone = false;
    const ask = async () => {
      const reply = await api<HostAccount>("/api/me");
      if (gone) return;
      if (reply.ok) setState({ host: reply.value, trouble: null });
      else if (reply.error.code === "UNAUTHENTICATED") window.location.replace(signInPath());
      else {
        setState({ host: null, trouble: reply.error.message });
        timer = window.setTimeout(() => void ask(), Math.max(askAgainMs, reply.error.retryAfterMs ?? 0));
      }
    };
    void ask();
    return () => {
      gone = true;
      window.clearTimeout(timer);
    };
  }, [takesCohost]);
  return state;
}

export const useHost = (): HostAccount | null => useHostAccount().host;

/** The sign-in page, which leads back to this one. */
export const signInPath = (): string =>
  `/host/sign-in?next=${encodeURIComponent(window.location.pathname + window.location.search)}`;

/** Known after the first paint, like the value itself: the address has none, or an empty one. */
export function useLacksParam(name: string): boolean {
  const [lacks, setLacks] = useState(false);
  useEffect(() => setLacks(!new URLSearchParams(window.location.search).get(name)), [name]);
  return lacks;
}

/** A value of the address, known after the first paint; an empty one is none. */
export function useSearchParam(name: string): string | null {
  const [value, setValue] = useState<string | null>(null);
  useEffect(() => setValue(new URLSearchParams(window.location.search).get(name) || null), [name]);
  return value;
}
