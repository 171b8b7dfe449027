"use client";
/** Things to put in order: two buttons each for thumbs, keyboards and screen readers, and a grip to drag by. */
import { ArrowDown, ArrowUp, GripVertical } from "lucide-react";
import { type PointerEvent, useEffect, useRef, useState } from "react";
import { moved } from "./draft";

/** Longer ones are set smaller: two buttons stand beside them. */
const shortItem = 18;

type Item = { id: string; text: string };
type Props = { items: Item[]; order: string[]; onOrder: (order: string[]) => void };

export function OrderList({ items, order, onOrder }: Props) {
  const [said, setSaid] = useState("");
  const list = useRef<HTMLOListElement>(null);
  const { dragged, grab } = useDrag(list, order, onOrder);
  const refocus = useRefocus(order);
  const rows = order.flatMap((id) => items.find((item) => item.id === id) ?? []);

  function move(item: Item, to: number, button: string): void {
    refocus(button);
    onOrder(moved(order, item.id, to));
    setSaid(`${item.text}: now ${to + 1} of ${order.length}`);
  }
  return (
    <>
      <ol ref={list} className="flex flex-col gap-2" data-testid="order-list">
        {rows.map((item, place) => (
          <li
            key={item.id}
            className={`flex min-h-15 items-center gap-1 rounded-card border bg-panel pe-1 ${dragged === item.id ? "border-2 border-accent bg-raised shadow-card" : "border-edge"}`}
          >
            <span
              aria-hidden
              className="flex min-h-14 cursor-grab touch-none items-center gap-1 self-stretch ps-2 select-none"
              onPointerDown={(event) => grab(event, item.id)}
            >
              <GripVertical size={20} className="text-ink-3 max-[22.5rem]:hidden" />
              <b className="w-7 text-center font-display text-title text-accent-ink">{place + 1}</b>
            </span>
            <span
              className={`min-w-0 grow py-2 leading-snug font-bold hyphens-auto [overflow-wrap:anywhere] ${item.text.length > shortItem ? "" : "text-lead"}`}
            >
              <span className="sr-only">{place + 1}. </span>
              <bdi>{item.text}</bdi>
            </span>
            <MoveButton
              id={`${item.id}-up`}
              label={`Move ${item.text} up`}
              isAtEnd={place === 0}
              onMove={() => move(item, place - 1, `${item.id}-up`)}
            >
              <ArrowUp aria-hidden size={22} />
            </MoveButton>
            <MoveButton
              id={`${item.id}-down`}
              label={`Move ${item.text} down`}
              isAtEnd={place === rows.length - 1}
              onMove={() => move(item, place + 1, `${item.id}-down`)}
            >
              <ArrowDown aria-hidden size={22} />
            </MoveButton>
          </li>
        ))}
      </ol>
      <p className="sr-only" role="status">
        {said}
      </p>
    </>
  );
}

/** At an end the button stays in the tab order: the focus must not fall to the top of the page. */
function MoveButton({
  id,
  label,
  isAtEnd,
  onMove,
  children,
}: {
  id: string;
  label: string;
  isAtEnd: boolean;
  onMove: () => void;
  children: React.ReactNode;
}) {
  return (
    <button
      type="button"
      data-move={id}
      aria-label={label}
      aria-disabled={isAtEnd}
      className={`grid size-12 shrink-0 place-items-center rounded-card ${isAtEnd ? "text-ink-3 opacity-35" : "text-ink active:bg-raised"}`}
      onClick={() => !isAtEnd && onMove()}
    >
      {children}
    </button>
  );
}

/** A row that moves in the page loses the focus that was in it: it is given back. */
function useRefocus(order: string[]) {
  const wanted = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new order is what loses the focus
  useEffect(() => {
    if (!wanted.current) return;
    document.querySelector<HTMLElement>(`[data-move="${CSS.escape(wanted.current)}"]`)?.focus();
    wanted.current = null;
  }, [order]);
  return (button: string) => {
    wanted.current = button;
  };
}

/** Rows change places as soon as the finger is over another one; the page does not scroll meanwhile. */
function useDrag(
  list: React.RefObject<HTMLOListElement | null>,
  order: string[],
  onOrder: (order: string[]) => void,
) {
  const [dragged, setDragged] = useState<string | null>(null);
  const now = useRef({ order, onOrder });
  now.current = { order, onOrder };
  useEffect(() => {
    if (dragged === null) return;
    const follow = (event: globalThis.PointerEvent) => {
      const rows = [...(list.current?.children ?? [])];
      const under = rows.findIndex((row) => event.clientY < row.getBoundingClientRect().bottom);
      const to = under === -1 ? rows.length - 1 : under;
      const { order, onOrder } = now.current;
      if (order.indexOf(dragged) !== to) onOrder(moved(order, dragged, to));
    };
    const end = () => setDragged(null);
    // on the window: the row moves in the page under the finger and would lose a captured pointer
    window.addEventListener("pointermove", follow);
    window.addEventListener("pointerup", end);
    window.addEventListener("pointercancel", end);
    return () => {
      window.removeEventListener("pointermove", follow);
      window.removeEventListener("pointerup", end);
      window.removeEventListener("pointercancel", end);
    };
  }, [dragged, list]);
  function grab(event: PointerEvent<HTMLElement>, id: string): void {
    if (event.button !== 0) return;
    event.preventDefault();
    setDragged(id);
  }
  return { dragged, grab };
}
