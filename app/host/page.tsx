import { DashboardPage } from "@/components/host/dashboard-page";

export default function Page() {
  return <DashboardPage />;
}
