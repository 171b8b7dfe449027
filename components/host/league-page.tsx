"use client";
/** Leagues: all of them, one with its table, one night of it, or one team's history. The address says which. */
import { useEffect, useState } from "react";
import { Note } from "@/components/ui/note";
import { HostFrame } from "./host-frame";
import { libraryNav } from "./host-nav";
import { LeagueList } from "./league-list";
import { LeagueNight } from "./league-night";
import { LeagueTable } from "./league-table";
import { LeagueTeam } from "./league-team";
import { useHostAccount } from "./use-host";

type Address = { league: string | null; night: string | null; team: string | null };

/** Known after the first paint. */
function useLeagueAddress(): Address | null {
  const [address, setAddress] = useState<Address | null>(null);
  useEffect(() => {
    const params = new URLSearchParams(window.location.search);
    setAddress({ league: params.get("id"), night: params.get("night"), team: params.get("team") });
  }, []);
  return address;
}

export function LeaguePage() {
  const { host, trouble } = useHostAccount();
  const address = useLeagueAddress();
  return (
    <HostFrame nav={libraryNav("/host/league")}>
      {trouble && <Note tone="bad" title={trouble} testId="refusal" />}
      {host && address && <Shown {...address} />}
    </HostFrame>
  );
}

function Shown({ league, night, team }: Address) {
  if (!league) return <LeagueList />;
  if (night) return <LeagueNight leagueId={league} sessionId={night} />;
  return team ? <LeagueTeam leagueId={league} teamId={team} /> : <LeagueTable leagueId={league} />;
}
