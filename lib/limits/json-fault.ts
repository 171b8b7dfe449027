/**
 * Where a text stops being JSON, for somebody who wrote it by hand. The engine's own message has no line and often no
 * position. Only called for texts that JSON.parse has refused.
 */
type Token = { text: string; at: number };

const tokenPattern =
  /[ \t\r\n]*(?:("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])|([{}[\]:,]))/y;

class Fault extends Error {
  constructor(
    message: string,
    readonly at: number,
  ) {
    super(message);
  }
}

/** "line 4: a comma is missing before "burst"". */
export function jsonFault(text: string): string {
  try {
    readValue(tokenReader(text), "a value");
    return "it is no JSON";
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    return `line ${text.slice(0, fault.at).split("\n").length}: ${fault.message}`;
  }
}

function tokenReader(text: string) {
  let at = 0;
  let ahead: Token | null = null;
  function read(): Token {
    tokenPattern.lastIndex = at;
    const match = tokenPattern.exec(text);
    if (match) {
      at = tokenPattern.lastIndex;
      const found = match[1] ?? match[2] ?? match[3] ?? "";
      return { text: found, at: at - found.length };
    }
    const start = at + /^[ \t\r\n]*/.exec(text.slice(at))![0].length;
    if (start >= text.length) throw new Fault("the text ends too early: a closing brace is missing", start);
    if (text.startsWith("//", start) || text.startsWith("/*", start) || text[start] === "#")
      throw new Fault("JSON has no comments", start);
    if (text[start] === '"') throw new Fault("this text in quotes does not end", start);
    if (text[start] === "'") throw new Fault('JSON needs double quotes (")', start);
    const word = /^[^\s{}[\]:,"]+/.exec(text.slice(start))?.[0] ?? text[start]!;
    throw new Fault(`${JSON.stringify(word.slice(0, 40))} needs quotes, or is no number`, start);
  }
  return {
    next(): Token {
      const token = ahead ?? read();
      ahead = null;
      return token;
    },
    peek(): Token {
      ahead ??= read();
      return ahead;
    },
    rest(): string {
      return text.slice(at).replace(/^[ \t\r\n]+/, "");
    },
  };
}
type Reader = ReturnType<typeof tokenReader>;

function readValue(reader: Reader, what: string, depth = 0): void {
  const token = reader.next();
  if (depth > 100) throw new Fault("this is nested too deep", token.at);
  if (token.text === "{") readMembers(reader, "}", depth);
  else if (token.text === "[") readMembers(reader, "]", depth);
  else if (/^[}\]:,]$/.test(token.text))
    throw new Fault(`${what} is missing before ${shown(token)}`, token.at);
  if (depth === 0 && reader.rest() !== "") {
    const extra = reader.next();
    throw new Fault(`nothing may follow the last brace, but there is ${shown(extra)}`, extra.at);
  }
}

function readMembers(reader: Reader, end: "}" | "]", depth: number): void {
  if (reader.peek().text === end) return void reader.next();
  for (;;) {
    if (end === "}") {
      const name = reader.next();
      if (!name.text.startsWith('"'))
        throw new Fault(`a name in quotes is missing before ${shown(name)}`, name.at);
      const colon = reader.next();
      if (colon.text !== ":") throw new Fault(`a colon is missing before ${shown(colon)}`, colon.at);
    }
    readValue(reader, "a value", depth + 1);
    const after = reader.next();
    if (after.text === end) return;
    if (after.text !== ",") throw new Fault(`a comma is missing before ${shown(after)}`, after.at);
    if (reader.peek().text === end)
      throw new Fault(`the last comma before ${shown(reader.peek())} is one too many`, after.at);
  }
}

const shown = ({ text }: Token) => (text.startsWith('"') ? text.slice(0, 40) : `"${text}"`);
