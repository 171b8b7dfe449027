import { ResultsPage } from "@/components/host/results-page";

export default function Page() {
  return <ResultsPage />;
}
