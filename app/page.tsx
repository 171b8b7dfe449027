import type { Metadata } from "next";
import { HomePage } from "@/components/home/home-page";

export const metadata: Metadata = { title: "Roomful: quiz night for the whole room" };

export default function Page() {
  return <HomePage />;
}
