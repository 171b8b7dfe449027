/**
 * A page load as a phone on plain HTTP makes it: the shell, then every script and style sheet it names, gzip accepted,
 * six at a time. Chunks a page loads only later are left out.
 */
import { gunzipSync } from "node:zlib";
import type { Caller } from "./caller";

/** The same shell for everybody, so it is unpacked and read once. */
const filesOf = new Map<string, string[]>();

/** False: turned away, or no reply. */
export async function loadPage(caller: Caller, path: string): Promise<boolean> {
  const page = await caller.load("page", path);
  if (page?.status !== 200) {
    const away = page?.headers.location;
    if (away?.startsWith("/")) await caller.load("page", away);
    return false;
  }
  const policy = String(page.headers["content-security-policy"] ?? page.body.length);
  let files = filesOf.get(policy);
  if (!files) {
    const html = page.headers["content-encoding"] === "gzip" ? gunzipSync(page.body) : page.body;
    files = filesIn(html.toString("utf8"));
    filesOf.set(policy, files);
  }
  await Promise.all(files.map((file) => caller.load("asset", file)));
  return true;
}

export const filesIn = (html: string): string[] => [
  ...new Set(
    [...html.matchAll(/(?:src|href)="(\/_next\/static\/[^"]+\.(?:js|css|woff2))(?:\?[^"]*)?"/g)].map(
      (match) => match[1] ?? "",
    ),
  ),
];
