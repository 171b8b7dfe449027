import { ConsolePage } from "@/components/host/console-page";

export default function Page() {
  return <ConsolePage />;
}
