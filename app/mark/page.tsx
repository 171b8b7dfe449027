import type { Metadata } from "next";
import { MarkerPage } from "@/components/host/marking-page";

export const metadata: Metadata = { title: "Marking · Roomful", referrer: "no-referrer" };

export default function Page() {
  return <MarkerPage />;
}
