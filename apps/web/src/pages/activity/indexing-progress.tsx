import { useState } from "react";
import { useIndexing } from "../../features/notes/use-indexing.ts";
import { ProgressBar } from "../../kit/ui/progress-bar.tsx";

const count = new Intl.NumberFormat("en");

/** Shows the progress of indexing while some notes cannot be found by meaning yet. */
export function IndexingProgress() {
  const pending = useIndexing();
  const [most, setMost] = useState(0);
  if (pending > most) setMost(pending);
  else if (pending === 0 && most > 0) setMost(0);
  if (pending === 0) return null;
  return (
    <div className="mb-5 rounded-lg border border-line bg-surface px-4 py-3 text-sm">
      <p className="flex justify-between gap-4">
        <span>Indexing your notes</span>
        <span className="text-muted tabular-nums">
          {count.format(pending)} {pending === 1 ? "note" : "notes"} to go
        </span>
      </p>
      <ProgressBar label="Notes indexed" max={most} value={most - pending} className="mt-2 h-1" />
      <p className="mt-2 text-xs text-muted">
        Until then these notes are found by their words, but not by their meaning.
      </p>
    </div>
  );
}
