/**
 * What a correction does to the marking view, before the server has said so: the marker must not wait for the WiFi
 * between two presses. Only what is on the marking page itself; every total comes with the server's reply. Pure.
 */
import type { MarkCommand } from "@/lib/contracts/commands";
import type { AnswerGroup, MarkingQuestion, MarkingView } from "@/lib/contracts/marking";

const withGroup = (question: MarkingQuestion, key: string, change: (group: AnswerGroup) => AnswerGroup) => ({
  ...question,
  groups: question.groups.map((group) => (group.key === key ? change(group) : group)),
});

function overridden(question: MarkingQuestion, command: MarkCommand & { type: "overrideMark" }) {
  const { playerId, fraction, reason } = command;
  return {
    ...question,
    groups: question.groups.map((group) => ({
      ...group,
      answers: group.answers.map((answer) =>
        answer.playerId === playerId
          ? { ...answer, override: fraction === null ? null : { fraction, reason } }
          : answer,
      ),
    })),
  };
}

function corrected(question: MarkingQuestion, command: MarkCommand): MarkingQuestion {
  switch (command.type) {
    case "markGroup":
      return withGroup(question, command.key, (group) => ({
        ...group,
        fraction: command.fraction ?? group.automaticFraction,
        judged: command.fraction !== null,
      }));
    case "overrideMark":
      return overridden(question, command);
    case "voidQuestion":
      return { ...question, isVoid: command.isVoid };
    case "editQuestion":
      return {
        ...question,
        text: command.text ?? question.text,
        accepted: command.accepted ?? question.accepted,
        answerText: command.accepted?.[0] ?? question.answerText,
      };
    default:
      return question;
  }
}

export function applyMark(view: MarkingView, command: MarkCommand): MarkingView {
  switch (command.type) {
    case "adjustPoints": {
      const { adjustmentId, playerId, round, points, reason } = command;
      if (view.adjustments.some((known) => known.adjustmentId === adjustmentId)) return view;
      const name = view.players.find((player) => player.playerId === playerId)?.name ?? "";
      return {
        ...view,
        adjustments: [
          ...view.adjustments,
          { adjustmentId, playerId, name, round, points, reason, at: Date.now() },
        ],
      };
    }
    case "removeAdjustment":
      return {
        ...view,
        adjustments: view.adjustments.filter(({ adjustmentId }) => adjustmentId !== command.adjustmentId),
      };
    default:
      return {
        ...view,
        questions: view.questions.map((question) =>
          question.questionId === command.questionId ? corrected(question, command) : question,
        ),
      };
  }
}

/** The correction that puts a judgment back to what it was; null where there is no such one. */
export function takenBack(view: MarkingView, command: MarkCommand): MarkCommand | null {
  if (command.type === "adjustPoints")
    return { type: "removeAdjustment", adjustmentId: command.adjustmentId };
  if (command.type === "voidQuestion") return { ...command, isVoid: !command.isVoid };
  if (command.type !== "markGroup" && command.type !== "overrideMark") return null;
  const groups = view.questions.find(({ questionId }) => questionId === command.questionId)?.groups ?? [];
  if (command.type === "markGroup") {
    const group = groups.find(({ key }) => key === command.key);
    return group ? { ...command, fraction: group.judged ? group.fraction : null } : null;
  }
  const answer = groups
    .flatMap(({ answers }) => answers)
    .find(({ playerId }) => playerId === command.playerId);
  if (!answer) return null;
  return {
    ...command,
    fraction: answer.override?.fraction ?? null,
    reason: answer.override?.reason ?? command.reason,
  };
}
