import { expect, it } from "vitest";
import { filesIn } from "./page";

it("finds the scripts and style sheets a page names, each once", () => {
  const html = `<link rel="stylesheet" href="/_next/static/chunks/a.css"/><script src="/_next/static/chunks/b.js" async></script>
    <link rel="preload" as="script" href="/_next/static/chunks/b.js?dpl=1"/><a href="/play">in</a><img src="/icon.svg"/>`;
  expect(filesIn(html)).toEqual(["/_next/static/chunks/a.css", "/_next/static/chunks/b.js"]);
});
