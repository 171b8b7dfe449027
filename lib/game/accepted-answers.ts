/**
 * The accepted answers of a typed question as they are compared: normalised, and with the parts that an author put in
 * brackets optional, as quiz books write them: "(Saint) Petersburg", "Mercury (planet)".
 */
import { normaliseAnswer } from "./normalise";

/** Three brackets are eight readings; beyond that only "all" and "none" are tried. */
const mostBrackets = 3;
const bracket = /\(([^()]*)\)/;

export function acceptedForms(accepted: readonly string[]): Set<string> {
  const forms = new Set<string>();
  for (const text of accepted)
    for (const reading of readings(text)) {
      const form = normaliseAnswer(reading);
      if (form !== "") forms.add(form);
    }
  return forms;
}

function readings(text: string): string[] {
  const count = text.match(new RegExp(bracket, "g"))?.length ?? 0;
  if (count === 0) return [text];
  if (count > mostBrackets)
    return [
      text,
      text.replaceAll(new RegExp(bracket, "g"), "$1"),
      text.replaceAll(new RegExp(bracket, "g"), " "),
    ];
  const resolved = [text.replace(bracket, "$1"), text.replace(bracket, " ")].flatMap(readings);
  return [text, ...resolved];
}
