export function Wordmark({ href = "/" }: { href?: string }) {
  return (
    <a
      href={href}
      className="inline-flex min-h-12 items-center gap-2 text-title font-display text-ink no-underline"
    >
      {/* biome-ignore lint/performance/noImgElement: an icon of 400 bytes needs no image service */}
      <img src="/icon.svg" alt="" width={30} height={30} />
      Roomful
    </a>
  );
}
