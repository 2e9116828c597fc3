import type { Statistics } from "./statistics-of.ts";

/** The main figures of the graph. */
export function Figures({ statistics: { notes, links, linksPerNote, orphans } }: { readonly statistics: Statistics }) {
  const figures = [
    ["Notes", notes.toLocaleString("en")],
    ["Links", links.toLocaleString("en")],
    ["Links per note", linksPerNote.toFixed(2)],
    ["Orphans", orphans.length.toLocaleString("en")],
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4 md:col-span-2">
      {figures.map(([name, value]) => (
        <div key={name} className="flex flex-col-reverse rounded-lg border border-line bg-surface px-4 py-3">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="text-2xl font-semibold tracking-tight tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
