import { LeaguePage } from "@/components/host/league-page";

export default function Page() {
  return <LeaguePage />;
}
