/** What may stand beside the words of a question, and how large its file may be. No zod here: browsers load this file. */
export const mediaKinds = ["image", "audio", "video"] as const;
export type MediaKind = (typeof mediaKinds)[number];

const mb = 1024 * 1024;
export const mostMediaBytes: Record<MediaKind, number> = {
  // every phone of the room fetches a picture at once over one WiFi: 300 × 5 MB are minutes, so that the quiz page makes
  // pictures smaller before it sends them; this is room for what it leaves as it is (moving GIFs)
  image: 5 * mb,
  // ten minutes at 128 kbit/s, or a minute of WAV
  audio: 10 * mb,
  // a minute and a half at 2 Mbit/s: one clip for one big screen
  video: 25 * mb,
};
export const largestMediaBytes = Math.max(...Object.values(mostMediaBytes));

export const mediaWords: Record<MediaKind, { one: string; several: string }> = {
  image: { one: "picture", several: "Pictures" },
  audio: { one: "sound", several: "Sounds" },
  video: { one: "video", several: "Videos" },
};

/** As a person reads it: 5.3 MB */
export const inMegabytes = (bytes: number): string => `${Math.ceil((bytes / mb) * 10) / 10} MB`;

/** Why a file of this size is not taken, in words; null when it is. */
export function mediaSizeFault(kind: MediaKind, byteLength: number): string | null {
  const most = mostMediaBytes[kind];
  if (byteLength <= most) return null;
  return `${mediaWords[kind].several} may have ${inMegabytes(most)}, and this one has ${inMegabytes(byteLength)}. Make it smaller first.`;
}

/** POST /api/media. The same file again gets the same id. */
export type MediaReply = { mediaId: string; kind: MediaKind; contentType: string; byteLength: number };

/** No name in it: neither what the host called the file nor what is shown in it reaches a phone this way (ANS-09). */
export const mediaPath = (mediaId: string): string => `/media/${mediaId}`;
