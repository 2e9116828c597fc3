import { newReport, writeReport } from "@knote/formats";
import { Link } from "@tanstack/react-router";
import { NoteLink } from "../../features/notes/note-link.tsx";
import type { ImportState } from "../../features/transfer/imports.ts";
import { sendPlan, undoLastImport } from "../../features/transfer/run-import.ts";
import { saveFile } from "../../features/transfer/save-file.ts";
import { countOf } from "../../kit/count-of.ts";
import { useServices } from "../../kit/services.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { StartOver } from "./start-over.tsx";

const number = new Intl.NumberFormat("en");
/** Notes and refusals that are shown. */
const MOST = 20;

/** What became of an import: the notes that came in, what was here already, and what was refused. */
export function ResultView({ state }: { readonly state: ImportState & { readonly step: "stopped" | "done" } }) {
  const services = useServices();
  const { job, source, sending } = state;
  const newNotes = sending?.created ?? [];
  const name = job.settings.source;
  const at = new Date().toISOString();
  const saveReport = (): void => {
    const { reader, problems } = source;
    const report = newReport({ at, service: window.location.origin, reader, result: sending, problems });
    saveFile(new Blob([writeReport(report)], { type: "application/json" }), `${name}.import-${at.slice(0, 10)}.json`);
  };
  return (
    <section aria-label="Result" className="mt-4">
      <p role={state.step === "stopped" ? "alert" : "status"} className="font-medium">
        {state.step === "done" ? `${name} is imported.` : (state.detail ?? "The import was stopped.")}
      </p>
      <p className="mt-1 text-muted tabular-nums">
        {[
          countOf(newNotes.length, "note stored", "notes stored"),
          countOf(sending?.links ?? 0, "link made", "links made"),
          `${number.format(sending?.existing ?? 0)} already here${sending && sending.differing > 0 ? ` (${number.format(sending.differing)} with another text)` : ""}`,
          `${number.format(sending?.refusals.length ?? 0)} refused`,
        ].join(", ")}
        .
      </p>
      {state.step === "stopped" && (
        <p className="mt-1 text-sm text-muted">
          {number.format(sending?.sentLines ?? 0)} of {number.format(source.notes.length + source.links.length)} lines
          were stored. Going on doubles nothing.
        </p>
      )}
      {newNotes.length > 0 && (
        <ul aria-label="Imported notes" className="mt-4 divide-y divide-line rounded-lg border border-line bg-surface">
          {newNotes.slice(0, MOST).map(({ id, title }) => (
            <li key={id}>
              <NoteLink id={id} className="block truncate px-4 py-2 hover:bg-hover">
                {title}
              </NoteLink>
            </li>
          ))}
          {newNotes.length > MOST && (
            <li>
              <Link to="/notes" search={{}} className="block px-4 py-2 text-sm text-muted hover:bg-hover">
                and {number.format(newNotes.length - MOST)} more: all notes
              </Link>
            </li>
          )}
        </ul>
      )}
      {sending && sending.refusals.length > 0 && (
        <ul
          aria-label="Refused"
          tabIndex={0}
          className="mt-4 max-h-56 overflow-y-auto rounded-lg border border-line bg-surface p-3 text-sm"
        >
          {sending.refusals.slice(0, MOST).map(({ place, detail }, index) => (
            <li key={index} className="py-0.5 break-words">
              <span className="text-muted">{place}:</span> {detail}
            </li>
          ))}
          {sending.refusals.length > MOST && (
            <li className="text-muted">and {number.format(sending.refusals.length - MOST)} more</li>
          )}
        </ul>
      )}
      <div className="mt-6 flex flex-wrap gap-2">
        {state.step === "stopped" && (
          <Button look="primary" onClick={() => void sendPlan(services)}>
            Go on
          </Button>
        )}
        {newNotes.length > 0 && (
          <>
            <Button onClick={() => void undoLastImport(services, { at, name, ids: newNotes.map(({ id }) => id) })}>
              Undo the import
            </Button>
            <Button onClick={saveReport}>Save the report</Button>
          </>
        )}
        <StartOver>Import something else</StartOver>
      </div>
      {newNotes.length > 0 && (
        <p className="mt-3 text-sm text-muted">
          Undo deletes what this import stored and nobody has changed since. Deleted notes can be restored for 30 days.
        </p>
      )}
    </section>
  );
}
