import { PlainPage } from "@/components/home/plain-page";
import { ButtonLink } from "@/components/ui/button";

export default function NotFound() {
  return (
    <PlainPage
      title="There is nothing here"
      text="The address may have been typed wrong. To join a quiz, use the PIN on the big screen."
    >
      <ButtonLink href="/play" variant="primary" wide data-testid="to-play">
        Join with a PIN
      </ButtonLink>
      <ButtonLink href="/" variant="plain" wide data-testid="to-home">
        To the start page
      </ButtonLink>
    </PlainPage>
  );
}
