import { ExchangeError } from "@knote/formats";
import { useState } from "react";
import { NOTE_STATES, NOTE_TYPE_LOOKS, NOTE_TYPES, STATE_NAMES } from "../../../features/notes/note-types.ts";
import { TagInput } from "../../../features/notes/tag-input.tsx";
import { exportGraph, type ExportProgress } from "../../../features/transfer/run-export.ts";
import { SourceRefusal } from "../../../features/transfer/run-formats.ts";
import { saveFile } from "../../../features/transfer/save-file.ts";
import { countOf } from "../../../kit/count-of.ts";
import { problemOf } from "../../../kit/errors.ts";
import { useServices } from "../../../kit/services.tsx";
import { Button } from "../../../kit/ui/button.tsx";
import { Chip } from "../../../kit/ui/chip.tsx";
import { EVERYTHING, type ExportChoice, exportName, exportQuery } from "../export-query.ts";
import { Setting } from "../setting.tsx";

const FORMATS = [
  { format: "markdown", label: "Markdown, as a zip", about: "A file for each note; Obsidian and others open it." },
  { format: "lines", label: "JSON lines", about: "One file, which keeps the times of links, too." },
] as const;
const FIELD = "h-9 rounded-md border border-field-line bg-surface px-2.5";
const number = new Intl.NumberFormat("en");

/** Exports notes with the links between them, all or those that filters name. */
export function ExportSetting() {
  const [choice, setChoice] = useState<ExportChoice>(EVERYTHING);
  const set = (change: Partial<ExportChoice>): void => setChoice((old) => ({ ...old, ...change }));
  const { run, stop, status } = useExport(choice);
  return (
    <Setting name="Export" about="Your notes with the links between them. An import takes both forms back.">
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <fieldset className="flex flex-col gap-1.5">
          <legend className="sr-only">Form</legend>
          {FORMATS.map(({ format, label, about }) => (
            <label key={format} className="flex items-baseline gap-2">
              <input
                type="radio"
                name="export-format"
                checked={choice.format === format}
                onChange={() => set({ format })}
                className="translate-y-0.5 accent-accent"
              />
              <span>
                {label} <span className="block text-sm text-muted sm:inline">{about}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <Filters choice={choice} onChange={set} />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" look="primary" disabled={stop !== null}>
            Export
          </Button>
          {stop && <Button onClick={() => stop.abort()}>Cancel</Button>}
          <span role="status" className="text-sm text-muted tabular-nums">
            {status}
          </span>
        </div>
      </form>
    </Setting>
  );
}

function Filters({
  choice,
  onChange,
}: {
  readonly choice: ExportChoice;
  readonly onChange: (change: Partial<ExportChoice>) => void;
}) {
  const { format, words, since, types, states, tags, needsReview, history } = choice;
  return (
    <details className="rounded-lg border border-line">
      <summary className="cursor-pointer px-4 py-2.5">
        Only some notes{format === "lines" && ", or also their history"}
      </summary>
      <div className="flex flex-col gap-3 border-t border-line px-4 py-4 text-sm">
        <div className="flex flex-wrap gap-3">
          <label className="flex min-w-48 flex-1 flex-col gap-1">
            Matching
            <input
              value={words}
              placeholder="Words, or filters such as before:2026-01"
              onChange={({ target }) => onChange({ words: target.value })}
              className={FIELD}
            />
          </label>
          <label className="flex flex-col gap-1">
            Written since
            <input
              type="date"
              value={since}
              onChange={({ target }) => onChange({ since: target.value })}
              className={FIELD}
            />
          </label>
        </div>
        <div role="group" aria-label="Types" className="flex flex-wrap gap-1.5">
          {NOTE_TYPES.map((type) => (
            <Chip key={type} isPressed={types.includes(type)} onPress={() => onChange({ types: toggle(types, type) })}>
              {NOTE_TYPE_LOOKS[type].name}
            </Chip>
          ))}
        </div>
        <div role="group" aria-label="States" className="flex flex-wrap gap-1.5">
          {NOTE_STATES.map((state) => (
            <Chip
              key={state}
              isPressed={states.includes(state)}
              onPress={() => onChange({ states: toggle(states, state) })}
            >
              {STATE_NAMES[state]}
            </Chip>
          ))}
          <Chip isPressed={needsReview} onPress={() => onChange({ needsReview: !needsReview })}>
            Needs review
          </Chip>
        </div>
        <div role="group" aria-label="Tags" className="flex flex-wrap items-center gap-1.5">
          {tags.map((tag) => (
            <Chip key={tag} isPressed onPress={() => onChange({ tags: toggle(tags, tag) })}>
              #{tag}
            </Chip>
          ))}
          <span className="flex w-32">
            <TagInput
              knownOnly
              tags={tags}
              placeholder="Tag …"
              onAdd={(tag) => onChange({ tags: toggle(tags, tag) })}
            />
          </span>
        </div>
        {format === "lines" && (
          <label className="flex items-center gap-2">
            <input
              type="checkbox"
              checked={history}
              onChange={({ target }) => onChange({ history: target.checked })}
              className="accent-accent"
            />
            Also earlier revisions, and what was looked at
          </label>
        )}
      </div>
    </details>
  );
}

function useExport(choice: ExportChoice) {
  const services = useServices();
  const [status, setStatus] = useState<string | null>(null);
  const [stop, setStop] = useState<AbortController | null>(null);
  const run = async (): Promise<void> => {
    const controller = new AbortController();
    const { signal } = controller;
    setStop(controller);
    setStatus("Reading …");
    try {
      const request = { format: choice.format, query: exportQuery(choice) };
      const onProgress = (progress: ExportProgress): void => setStatus(progressText(progress));
      const { blob, notes, links } = await exportGraph(services, request, { onProgress, signal });
      saveFile(blob, exportName(choice, new Date()));
      setStatus(`${countOf(notes, "note", "notes")}, ${countOf(links, "link", "links")} exported.`);
    } catch (error) {
      setStatus(signal.aborted ? "Cancelled." : null);
      if (!signal.aborted) services.toasts.showProblem(problemOfExport(error));
    } finally {
      setStop(null);
    }
  };
  return { run, stop, status };
}

function progressText(progress: ExportProgress): string {
  if (progress.step === "fetching") return `${countOf(progress.notes, "note", "notes")} read …`;
  return `${number.format(progress.doneCount)} of ${countOf(progress.total, "note", "notes")} written …`;
}

function problemOfExport(error: unknown) {
  const hasSentence = error instanceof ExchangeError || error instanceof SourceRefusal;
  return hasSentence ? { kind: "failed" as const, message: error.message, requestId: null } : problemOf(error);
}

function toggle<Item>(list: readonly Item[], item: Item): readonly Item[] {
  return list.includes(item) ? list.filter((other) => other !== item) : [...list, item];
}
