"use client";
/** Who is signed in; sends strangers to the sign-in page and back again. */
import { useEffect, useState } from "react";
import { api } from "@/lib/client/api";
import type { HostAccount } from "@/lib/contracts/http";

export function useHost(): HostAccount | null {
  const [host, setHost] = useState<HostAccount | null>(null);
  useEffect(() => {
    void api<HostAccount>("/api/me").then((reply) => {
      if (reply.ok) setHost(reply.value);
      else if (reply.error.code === "UNAUTHENTICATED")
        window.location.replace(
          `/host/sign-in?next=${encodeURIComponent(window.location.pathname + window.location.search)}`,
        );
    });
  }, []);
  return host;
}

/** A value of the address, known after the first paint. */
export function useSearchParam(name: string): string | null {
  const [value, setValue] = useState<string | null>(null);
  useEffect(() => setValue(new URLSearchParams(window.location.search).get(name)), [name]);
  return value;
}
