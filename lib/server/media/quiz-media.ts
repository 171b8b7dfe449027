/** What a quiz says of pictures, sounds and videos must be true: the file is here, of that kind, and the host's own. */
import type { ImportResult, Question, Quiz } from "@/lib/contracts/quiz";
import { type Refusal, refuse } from "@/lib/contracts/refusals";
import { importProblem } from "@/lib/formats/import-problem";
import type { MediaRepository } from "@/lib/store/media-repository";

async function missingIn(media: MediaRepository, hostId: string, quiz: Quiz): Promise<Set<Question>> {
  const questions = quiz.rounds.flatMap((round) => round.questions).filter((question) => question.media);
  const ids = questions.flatMap((question) => question.media?.mediaId ?? []);
  const own = await media.ownKinds(hostId, [...new Set(ids)]);
  return new Set(questions.filter(({ media: named }) => named && own.get(named.mediaId) !== named.kind));
}

/** Null when the quiz may be saved. */
export async function mediaFault(
  media: MediaRepository,
  hostId: string,
  quiz: Quiz,
): Promise<Refusal | null> {
  const missing = await missingIn(media, hostId, quiz);
  for (const [roundIndex, round] of quiz.rounds.entries())
    for (const [index, question] of round.questions.entries())
      if (missing.has(question))
        return refuse(
          "BAD_REQUEST",
          `The picture, sound or video of question ${index + 1} in round ${roundIndex + 1} is not here (at rounds.${roundIndex}.questions.${index}.media). Add it again or take it out.`,
        ).error;
  return null;
}

/** A file made elsewhere names pictures that are not in it: the question comes in without, and the host is told. */
export async function withoutMissingMedia(
  media: MediaRepository,
  hostId: string,
  { format, quiz, problems }: ImportResult,
): Promise<ImportResult> {
  const missing = quiz ? await missingIn(media, hostId, quiz) : new Set<Question>();
  if (!quiz || missing.size === 0) return { format, quiz, problems };
  const message = "The picture, sound or video of this question is not on this server. Add it again.";
  return {
    format,
    quiz: {
      ...quiz,
      rounds: quiz.rounds.map((round) => ({
        ...round,
        questions: round.questions.map((question) => {
          if (!missing.has(question)) return question;
          const { media: _elsewhere, ...rest } = question;
          return rest as Question;
        }),
      })),
    },
    problems: [
      ...problems,
      ...[...missing].map(({ text }) =>
        importProblem("warning", null, { code: "MEDIA_LEFT_OUT", message }, text),
      ),
    ],
  };
}
