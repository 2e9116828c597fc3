import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef } from "react";

const NEAR_END = 20;

/** A list of any length that renders only its visible entries. Arrows and `j`/`k` move; it scrolls by itself. */
export function VirtualList<Item>({
  items,
  keyOf,
  estimate,
  label,
  onNearEnd,
  onShown,
  children,
}: {
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  /** Approximate height of an entry in pixels. */
  readonly estimate: number;
  readonly label: string;
  /** Called near the end of the list, to fetch more. */
  readonly onNearEnd?: () => void;
  /** Called with the first and the last rendered index when they change. */
  readonly onShown?: (first: number, last: number) => void;
  readonly children: (item: Item) => ReactNode;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimate,
    getItemKey: (index) => keyOf(items[index]!),
    overscan: 8,
  });
  const rows = virtualizer.getVirtualItems();
  const last = rows.at(-1)?.index ?? 0;
  useEffect(() => {
    if (items.length > 0 && last >= items.length - NEAR_END) onNearEnd?.();
  }, [last, items.length, onNearEnd]);
  const first = rows[0]?.index ?? 0;
  const reportShown = useEffectEvent(() => onShown?.(first, last));
  useEffect(() => reportShown(), [first, last]);

  const move = (event: KeyboardEvent<HTMLDivElement>): void => {
    const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
    const row = (event.target as HTMLElement).closest<HTMLElement>("[data-index]");
    if (!step || !row) return;
    event.preventDefault();
    const next = Math.min(items.length - 1, Math.max(0, Number(row.dataset["index"]) + step));
    virtualizer.scrollToIndex(next);
    const focus = (): boolean => {
      const target = scroller.current?.querySelector<HTMLElement>(`[data-index="${next}"] :is(a, button)`);
      target?.focus();
      return target != null;
    };
    // An entry that is not rendered yet is there after scrolling.
    if (!focus()) requestAnimationFrame(focus);
  };

  return (
    <div ref={scroller} className="h-full overflow-y-auto" onKeyDown={move}>
      <ul aria-label={label} className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {rows.map((row) => (
          <li
            key={row.key}
            ref={virtualizer.measureElement}
            data-index={row.index}
            aria-setsize={items.length}
            aria-posinset={row.index + 1}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${row.start}px)` }}
          >
            {children(items[row.index]!)}
          </li>
        ))}
      </ul>
    </div>
  );
}
