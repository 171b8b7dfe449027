import type { Metadata } from "next";
import { ScreenPage } from "@/components/screen/screen-page";

export const metadata: Metadata = { title: "Big screen · Roomful" };

export default function Page() {
  return <ScreenPage />;
}
