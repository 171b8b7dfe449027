import { TriangleAlert } from "lucide-react";
import { Note } from "@/components/ui/note";

/** Phones cannot open an address that means "this machine" (NET-07). `short`: once the night is on. */
export function UnreachableNote({ short = false }: { short?: boolean }) {
  return (
    <Note
      tone="warn"
      title="Phones cannot reach this address."
      icon={<TriangleAlert aria-hidden size={24} className="shrink-0 text-warn" />}
      testId="unreachable"
    >
      {short
        ? "Nobody new can join: connect this laptop to the phones’ WiFi and reload this page."
        : "It means this laptop alone. Connect the laptop to the WiFi that the phones use and reload this page: the code then leads to an address they can open. On a server, set PUBLIC_URL to the address people type."}
    </Note>
  );
}
