import { countOf } from "../../../kit/count-of.ts";
import { useQueryClient } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { useServices } from "../../../kit/services.tsx";
import { Button } from "../../../kit/ui/button.tsx";
import { ProgressBar } from "../../../kit/ui/progress-bar.tsx";
import { createSendLines, importFile, type ImportState } from "../import-file.ts";
import { readImport } from "../read-import.ts";
import { Setting } from "../setting.tsx";

const count = new Intl.NumberFormat("en");

/** Imports a dropped or chosen file, and shows the results of its lines. */
export function ImportSetting() {
  const { session } = useServices();
  const queryClient = useQueryClient();
  const [state, setState] = useState<ImportState | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const running = state !== null && state.sentLines < state.total && problem === null;

  const run = async (file: File): Promise<void> => {
    setProblem(null);
    setState(null);
    try {
      const lines = readImport(await file.text());
      if (!lines) return setProblem("That file contains neither JSON lines nor a JSON object with notes and links.");
      setState({ created: 0, exists: 0, linked: 0, failed: 0, sentLines: 0, total: lines.length, refusedLines: [] });
      await importFile(lines, { send: createSendLines(session), onProgress: setState });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "The import was interrupted. Import the file again.");
    } finally {
      void queryClient.invalidateQueries();
    }
  };
  return (
    <Setting
      name="Import"
      about="A file exported here, or JSON lines with notes and links. Existing notes and links stay unchanged."
    >
      <DropZone isDisabled={running} onFile={(file) => void run(file)} />
      {problem && (
        <p role="alert" className="mt-3 text-sm text-danger">
          {problem}
        </p>
      )}
      {state && <Progress state={state} running={running} />}
    </Setting>
  );
}

function DropZone({ isDisabled, onFile }: { readonly isDisabled: boolean; readonly onFile: (file: File) => void }) {
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file && !isDisabled) onFile(file);
  };
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={`flex flex-col items-center gap-2.5 rounded-lg border border-dashed px-4 py-6 text-center ${over ? "border-accent bg-hover" : "border-field-line"}`}
    >
      <FileUp size={20} aria-hidden className="text-muted" />
      <p className="text-sm text-muted">Drop a file here, or</p>
      <Button small disabled={isDisabled} onClick={() => input.current?.click()}>
        Choose a file
      </Button>
      <input
        ref={input}
        type="file"
        aria-label="File to import"
        accept=".json,.ndjson,.jsonl,application/json,application/x-ndjson"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = "";
          if (file) onFile(file);
        }}
      />
    </div>
  );
}

function Progress({ state, running }: { readonly state: ImportState; readonly running: boolean }) {
  const { created, linked, exists, failed, sentLines, total, refusedLines } = state;
  const parts = [
    countOf(created, "note stored", "notes stored"),
    countOf(linked, "link created", "links created"),
    `${count.format(exists)} already here`,
    `${count.format(failed)} refused`,
  ];
  return (
    <div className="mt-3">
      <ProgressBar label="Lines imported" max={total} value={sentLines} className="h-1.5" />
      <p role="status" className="mt-2 text-sm tabular-nums">
        {running ? `${count.format(sentLines)} of ${count.format(total)} lines: ` : "Done: "}
        {parts.join(", ")}.
      </p>
      {refusedLines.length > 0 && (
        <ul
          aria-label="Refused lines"
          className="mt-2 max-h-48 overflow-y-auto rounded-md border border-line bg-surface p-3 text-sm"
          tabIndex={0}
        >
          {refusedLines.map(({ line, detail }) => (
            <li key={line}>
              <span className="text-muted tabular-nums">Line {line}:</span> {detail}
            </li>
          ))}
          {failed > refusedLines.length && (
            <li className="text-muted">and {count.format(failed - refusedLines.length)} more</li>
          )}
        </ul>
      )}
    </div>
  );
}
