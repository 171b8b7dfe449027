"use client";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { QrCode } from "@/components/ui/qr-code";
import { AskDialog } from "./ask-dialog";
import { CopyLine } from "./copy-line";
import { roomAddress } from "./room-address";

/** A second person marks while the host reads out: a link that can mark and nothing else. */
export function MarkerLink({ path, joinUrl }: { path: string; joinUrl: string }) {
  const [open, setOpen] = useState(false);
  const url = roomAddress(path, joinUrl);
  return (
    <>
      <Button
        variant="plain"
        data-testid="marker-link"
        icon={<UserPlus aria-hidden size={20} />}
        onClick={() => setOpen(true)}
      >
        Let somebody else mark
      </Button>
      {open && (
        <AskDialog title="A link for a marker" onClose={() => setOpen(false)}>
          <p className="text-ink-2">
            Whoever opens it can mark answers and correct points of this session, and nothing else. It shows
            the right answers: keep it from the teams.
          </p>
          <div className="mat mx-auto p-3">
            <div className="size-48">
              <QrCode value={url} label="Marker's link" />
            </div>
          </div>
          <CopyLine text={url} name="marker's link" href={url} testId="marker-url" />
          <Button variant="plain" className="self-end" onClick={() => setOpen(false)}>
            Close
          </Button>
        </AskDialog>
      )}
    </>
  );
}
