import { HostMarkingPage } from "@/components/host/marking-page";

export default function Page() {
  return <HostMarkingPage />;
}
