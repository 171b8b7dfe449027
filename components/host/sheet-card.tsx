import type { HostView } from "@/lib/contracts/views";

/** The sheet as it stands on the phones: every question asked, and how many teams have an answer to it. */
export function SheetCard({ view: { shared, live } }: { view: HostView }) {
  if (shared.phase !== "question" && shared.phase !== "locked") return null;
  if (!shared.sheet || shared.sheet.length === 0) return null;
  const counts = new Map(live.perQuestion.map(({ questionId, count }) => [questionId, count]));
  const teams = live.players.filter(({ isPaper }) => !isPaper).length;
  return (
    <section className="shrink-0 rounded-slab border border-line bg-panel px-4 py-3 lg:order-2">
      <h2 className="sr-only">On the sheet</h2>
      <ol
        data-testid="sheet"
        className={`grid gap-x-6 gap-y-1 ${shared.sheet.length > 3 ? "xl:grid-cols-2" : ""}`}
      >
        {shared.sheet.map((question) => {
          const count = counts.get(question.id) ?? 0;
          const isNewest = question.id === shared.question.id;
          return (
            <li
              key={question.id}
              className={`grid grid-cols-[1.75rem_minmax(0,1fr)_4rem_3.5rem] items-center gap-2 ${isNewest ? "font-bold" : ""}`}
            >
              <span className="text-end text-ink-2 tabular-nums">{question.number}</span>
              <span className="truncate">{question.text}</span>
              {question.type === "info" ? (
                <span className="col-span-2 text-end text-micro text-ink-2">to read</span>
              ) : (
                <>
                  <span aria-hidden className="h-2 overflow-hidden rounded-full bg-sunken">
                    <i
                      className="block h-full bg-chart"
                      style={{ width: `${teams > 0 ? (count / teams) * 100 : 0}%` }}
                    />
                  </span>
                  <span className="text-end whitespace-nowrap text-ink-2 tabular-nums">
                    {count}/{teams}
                  </span>
                </>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
