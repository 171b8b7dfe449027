"use client";
/** A picture, a sound or a short video beside a question: dropped or picked, sent at once, kept with the question. */
import { ImagePlus, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { type Upload, uploadMedia } from "@/lib/client/upload-media";
import { mediaWords } from "@/lib/contracts/media";
import type { QuestionMedia } from "@/lib/contracts/quiz";
import { MediaPreview } from "./media-preview";

const accepted = ".png,.jpg,.jpeg,.webp,.gif,.mp3,.ogg,.oga,.opus,.m4a,.wav,.mp4,.webm";

export function MediaField({
  media,
  onMedia,
  onBusy,
}: {
  media: QuestionMedia | null;
  onMedia: (media: QuestionMedia | null) => void;
  /** a file is on its way: the question should not be kept without it */
  onBusy: (isBusy: boolean) => void;
}) {
  const upload = useRef<Upload | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [said, setSaid] = useState("");
  useEffect(() => {
    // a file let go a little beside the field would open in place of the page, and all that was typed be lost
    const stay = (event: DragEvent) => event.preventDefault();
    window.addEventListener("dragover", stay);
    window.addEventListener("drop", stay);
    return () => {
      window.removeEventListener("dragover", stay);
      window.removeEventListener("drop", stay);
      upload.current?.cancel();
    };
  }, []);

  async function take(file: File | undefined) {
    if (!file || progress !== null) return;
    setSaid("");
    setProgress(0);
    onBusy(true);
    upload.current = uploadMedia(file, setProgress);
    const reply = await upload.current.done;
    upload.current = null;
    setProgress(null);
    onBusy(false);
    if (reply.ok) onMedia({ mediaId: reply.value.mediaId, kind: reply.value.kind, alt: media?.alt ?? "" });
    else setSaid(reply.error);
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-2" data-testid="media-field">
      <legend className="mb-1.5 font-bold">Picture, sound or video</legend>
      {media && progress === null ? (
        <>
          <div className="flex items-start gap-3">
            <MediaPreview media={media} />
            <Button
              variant="plain"
              data-testid="remove-media"
              aria-label={`Take the ${mediaWords[media.kind].one} away`}
              onClick={() => onMedia(null)}
            >
              <Trash2 aria-hidden size={20} />
            </Button>
          </div>
          <Field
            label="What it shows, in words"
            hint="Read aloud to players who cannot see or hear it, and printed on phones: do not give the answer away."
            value={media.alt}
            maxLength={300}
            className="min-h-12! text-lead!"
            data-testid="media-alt"
            onChange={(event) => onMedia({ ...media, alt: event.target.value })}
          />
        </>
      ) : (
        <label
          className="flex cursor-pointer items-center gap-3 rounded-card border-2 border-dashed border-edge px-4 py-3 focus-within:outline-2"
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            void take(event.dataTransfer.files[0]);
          }}
        >
          <ImagePlus aria-hidden size={24} className="shrink-0 text-accent-ink" />
          <span>
            <b>Drop a file here, or choose one.</b>
            <span className="block text-ink-2">
              Pictures up to 5 MB, sounds up to 10 MB, videos up to 25 MB. Sounds and videos play on the big
              screen.
            </span>
          </span>
          <input
            type="file"
            accept={accepted}
            className="sr-only"
            data-testid="media-file"
            disabled={progress !== null}
            onChange={(event) => {
              void take(event.target.files?.[0]);
              event.target.value = "";
            }}
          />
        </label>
      )}
      {progress !== null && (
        <p className="flex items-center gap-3" role="status">
          <progress
            className="h-3 grow accent-(--rf-accent)"
            value={progress}
            aria-label="Sending the file"
            data-testid="media-progress"
          />
          <span className="w-12 text-end tabular-nums">{Math.round(progress * 100)} %</span>
          <Button variant="plain" onClick={() => upload.current?.cancel()}>
            Stop
          </Button>
        </p>
      )}
      <p role="alert" className="font-bold text-bad empty:hidden" data-testid="media-fault">
        {said}
      </p>
    </fieldset>
  );
}
