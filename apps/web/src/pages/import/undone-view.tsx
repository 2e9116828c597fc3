import type { UndoOutcomes } from "@knote/formats";
import { countOf } from "../../kit/count-of.ts";
import { StartOver } from "./start-over.tsx";

/** What became of the notes of an import that was undone. */
export function UndoneView({ outcomes: { deleted, changed, gone } }: { readonly outcomes: UndoOutcomes }) {
  return (
    <section aria-label="Undone" className="mt-4">
      <p role="status" className="font-medium">
        {countOf(deleted, "note was deleted.", "notes were deleted.")}
      </p>
      {changed > 0 && (
        <p className="mt-1 text-muted">
          {countOf(changed, "note was changed since and stays.", "notes were changed since and stay.")}
        </p>
      )}
      {gone > 0 && (
        <p className="mt-1 text-muted">{countOf(gone, "note was gone already.", "notes were gone already.")}</p>
      )}
      <div className="mt-6 flex">
        <StartOver>Import something else</StartOver>
      </div>
    </section>
  );
}
