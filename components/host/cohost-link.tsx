"use client";
import { MonitorSmartphone } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { QrCode } from "@/components/ui/qr-code";
import { cohostInAddress } from "@/lib/client/cohost";
import { AskDialog } from "./ask-dialog";
import { CopyLine } from "./copy-line";
import { roomAddress } from "./room-address";
import type { Order } from "./use-orders";

/** The console on a second device, in step with this one: the host's own tablet, or a second person. */
export function CohostLink({
  path,
  screenPath,
  joinUrl,
  order,
}: {
  path: string;
  screenPath: string;
  joinUrl: string;
  order: Order;
}) {
  const [open, setOpen] = useState(false);
  const [said, setSaid] = useState("");
  const [isRenewed, setIsRenewed] = useState(false);
  const url = roomAddress(path, joinUrl);
  const renew = async () => {
    const refused = await order({ type: "renewCohostLink" });
    setIsRenewed(refused === null);
    setSaid(
      refused
        ? refused.message
        : "This is a new link. The marker's and the big screen's are new, too, and those before open nothing any more.",
    );
  };
  return (
    <>
      <Button
        variant="quiet"
        className="px-1!"
        data-testid="cohost-link"
        icon={<MonitorSmartphone aria-hidden size={20} />}
        onClick={() => {
          setSaid("");
          setIsRenewed(false);
          setOpen(true);
        }}
      >
        Second device or co-host
      </Button>
      {open && (
        <AskDialog title="This console on another device" onClose={() => setOpen(false)}>
          <p className="text-ink-2">
            Whoever opens it leads this session with you, and sees nothing else of yours. Both consoles stay
            in step: if both press, the quiz advances once. It shows the right answers: keep it from the
            teams.
          </p>
          <div className="mat mx-auto p-3">
            <div className="size-48">
              <QrCode value={url} label="Co-host link" />
            </div>
          </div>
          <CopyLine text={url} name="co-host link" href={url} testId="cohost-url" />
          <p role="status" className="font-bold text-warn empty:hidden" data-testid="cohost-said">
            {said}
          </p>
          {isRenewed && (
            <p>
              <a
                className="text-accent-ink underline"
                href={screenPath}
                target="_blank"
                rel="noreferrer"
                data-testid="reopen-screen"
              >
                Open the big screen again
              </a>{" "}
              and give whoever marks the new link: it is on the marking page.
            </p>
          )}
          <div className="flex flex-wrap justify-end gap-3">
            {cohostInAddress() === null && (
              <Button variant="plain" data-testid="renew-cohost" onClick={() => void renew()}>
                Make new links for co-host, marker and big screen
              </Button>
            )}
            <Button variant="plain" onClick={() => setOpen(false)}>
              Close
            </Button>
          </div>
        </AskDialog>
      )}
    </>
  );
}
