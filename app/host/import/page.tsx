import { ImportPage } from "@/components/host/import-page";

export default function Page() {
  return <ImportPage />;
}
