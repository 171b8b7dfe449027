"use client";
/** Phones that lost their seat and ask for it: the host knows the table, and lets them in or not. */
import { KeyRound } from "lucide-react";
import { Button } from "@/components/ui/button";
import type { HostView } from "@/lib/contracts/views";
import type { Order } from "./use-orders";

/** As many as fit above the list of teams; the others come up as these are answered. */
const shownAtOnce = 3;

export function SeatRequests({
  requests,
  order,
}: {
  requests: HostView["live"]["seatRequests"];
  order: Order;
}) {
  if (requests.length === 0) return null;
  return (
    <section
      aria-live="polite"
      className="flex flex-col gap-3 border-t border-line bg-warn-soft px-4 py-3"
      data-testid="seat-requests"
    >
      {requests.slice(0, shownAtOnce).map(({ requestId, ticket, name }) => (
        <div key={requestId} className="flex flex-col gap-2" data-testid="seat-request">
          <p className="flex items-start gap-2">
            <KeyRound aria-hidden size={20} className="mt-0.5 shrink-0 text-warn" />
            <span className="min-w-0">
              A phone asks for the seat of <bdi className="font-bold">{name}</bdi>. It shows{" "}
              <b className="tabular-nums">{ticket}</b>.
            </span>
          </p>
          <div className="grid grid-cols-2 gap-2">
            <Button
              className="px-2!"
              data-testid="let-in"
              onClick={() => void order({ type: "answerSeatRequest", requestId, letIn: true })}
            >
              Let it in
            </Button>
            <Button
              variant="plain"
              className="px-2!"
              data-testid="refuse"
              onClick={() => void order({ type: "answerSeatRequest", requestId, letIn: false })}
            >
              Refuse
            </Button>
          </div>
        </div>
      ))}
      {requests.length > shownAtOnce && (
        <p className="text-ink-2">And {requests.length - shownAtOnce} more.</p>
      )}
    </section>
  );
}
