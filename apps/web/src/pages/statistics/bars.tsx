import type { ReactNode } from "react";

export interface Bar {
  readonly key: string;
  readonly label: ReactNode;
  readonly count: number;
  readonly colour?: string;
}

/** A bar chart with the name and number of each bar as text, so it needs no text alternative. */
export function Bars({ label, bars }: { readonly label: string; readonly bars: readonly Bar[] }) {
  const most = Math.max(...bars.map(({ count }) => count), 1);
  return (
    <ul aria-label={label} className="flex flex-col gap-1.5 text-sm">
      {bars.map(({ key, label: name, count, colour = "var(--field-line)" }) => (
        <li key={key} className="grid grid-cols-[minmax(0,9.5rem)_1fr_3.5rem] items-center gap-3">
          <span className="min-w-0 truncate">{name}</span>
          <svg aria-hidden className="h-2.5 w-full" preserveAspectRatio="none" viewBox="0 0 100 10">
            <rect width="100" height="10" rx="1" fill="var(--hover)" />
            <rect width={count === 0 ? 0 : Math.max(0.8, (count / most) * 100)} height="10" rx="1" fill={colour} />
          </svg>
          <span className="text-right text-muted tabular-nums">{count.toLocaleString("en")}</span>
        </li>
      ))}
    </ul>
  );
}
