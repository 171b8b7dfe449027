"use client";

import { PlainPage } from "@/components/home/plain-page";
import { Button } from "@/components/ui/button";

export default function ErrorPage({ reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <PlainPage
      title="Something went wrong on our side"
      text="Nothing you sent is lost. Try again; if it keeps happening, tell the host."
    >
      <Button type="button" variant="primary" wide data-testid="try-again" onClick={reset}>
        Try again
      </Button>
      <Button
        type="button"
        variant="plain"
        wide
        data-testid="reload"
        onClick={() => window.location.reload()}
      >
        Reload this page
      </Button>
    </PlainPage>
  );
}
