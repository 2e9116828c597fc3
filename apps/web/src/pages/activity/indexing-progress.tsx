import { useState } from "react";
import { useIndexing } from "../../features/notes/use-indexing.ts";
import { ProgressBar } from "../../kit/ui/progress-bar.tsx";

const count = new Intl.NumberFormat("en");

/** How far one's notes are found by their meaning, while some are not yet. */
export function IndexingProgress() {
  const pending = useIndexing();
  const [most, setMost] = useState(0);
  if (pending > most) setMost(pending);
  else if (pending === 0 && most > 0) setMost(0);
  if (pending === 0) return null;
  return (
    <div className="mb-5 rounded-lg border border-line bg-surface px-4 py-3 text-sm">
      <p className="flex justify-between gap-4">
        <span>Reading what was written</span>
        <span className="text-muted tabular-nums">
          {count.format(pending)} {pending === 1 ? "note" : "notes"} to go
        </span>
      </p>
      <ProgressBar label="Notes read" max={most} value={most - pending} className="mt-2 h-1" />
      <p className="mt-2 text-xs text-muted">Until then these are found by their words, not yet by what they mean.</p>
    </div>
  );
}
