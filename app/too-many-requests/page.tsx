import type { Metadata } from "next";
import { BusyDoor } from "@/components/home/busy-door";

export const metadata: Metadata = { title: "The door’s busy · Roomful", robots: { index: false } };

export default function Page() {
  return <BusyDoor />;
}
