import "./sheet-strip.css";

/** More numbers than these stand in no line that can be read from the back. */
const mostNumbers = 15;

/** Which questions of the round are on the sheets: those asked in chalk, the newest in lamplight, the rest faint. */
export function SheetStrip({ asked, total }: { asked: number; total: number }) {
  if (total > mostNumbers)
    return (
      <span className="bs-count" data-testid="sheet-strip" data-asked={asked}>
        <strong>{asked}</strong> of {total} on the sheet
      </span>
    );
  return (
    <span
      className="bs-strip"
      role="img"
      aria-label={`${asked} of ${total} questions asked`}
      data-testid="sheet-strip"
      data-asked={asked}
    >
      {Array.from({ length: total }, (_, place) => (
        <span
          key={place}
          aria-hidden="true"
          data-look={place + 1 === asked ? "newest" : place < asked ? "asked" : "later"}
        >
          {place + 1}
        </span>
      ))}
    </span>
  );
}
