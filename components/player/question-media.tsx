/** What stands beside the words: a picture here, a sound or a video on the big screen alone. */
import { Film, Volume2 } from "lucide-react";
import { Picture } from "@/components/ui/picture";
import type { PublicQuestion } from "@/lib/contracts/views";

export function QuestionMedia({ question: { media, number } }: { question: PublicQuestion }) {
  if (!media) return null;
  if (media.mediaId)
    return (
      <Picture
        mediaId={media.mediaId}
        alt={media.alt || `Picture of question ${number}`}
        className="min-h-32 w-full max-h-[36dvh] rounded-card border border-line bg-sunken object-contain"
      />
    );
  const Icon = media.kind === "video" ? Film : Volume2;
  return (
    <p
      className="flex items-center gap-3 rounded-card border border-line bg-panel px-4 py-3 text-lead"
      data-testid="on-big-screen"
    >
      <Icon aria-hidden size={26} className="shrink-0 text-accent-ink" />
      <span>
        {media.kind === "video" ? "Watch the big screen." : "Listen to the big screen."}
        {media.alt && <span className="block text-body text-ink-2">{media.alt}</span>}
      </span>
    </p>
  );
}
