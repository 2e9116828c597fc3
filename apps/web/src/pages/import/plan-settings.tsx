import type { NoteType } from "@knote/contract";
import { READER_LABELS, READER_NAMES, type ReaderName, type ReadSource } from "@knote/formats";
import { type ReactNode, useId, useState } from "react";
import { NOTE_TYPE_LOOKS, NOTE_TYPES } from "../../features/notes/note-types.ts";
import type { ImportJob, ImportSettings } from "../../features/transfer/imports.ts";
import { readJob } from "../../features/transfer/run-import.ts";
import { useServices } from "../../kit/services.tsx";
import { Button } from "../../kit/ui/button.tsx";

const FIELD = "rounded-md border border-field-line bg-surface px-2.5";

/** How the source is read; a change reads it again. Open when the source could not be read, or could be two things. */
export function PlanSettings({
  job,
  source,
}: {
  readonly job: ImportJob;
  /** Null when it could not be read. */
  readonly source: ReadSource | null;
}) {
  const services = useServices();
  const [settings, setSettings] = useState(job.settings);
  const set = (change: Partial<ImportSettings>): void => setSettings((old) => ({ ...old, ...change }));
  const isChanged = JSON.stringify(settings) !== JSON.stringify(job.settings);
  const reader = settings.reader ?? source?.reader ?? null;
  const isTable = reader === "table" || reader === null;
  const [isOpen, setOpen] = useState(source === null || source.candidates.length > 1);
  return (
    <details
      className="mt-5 rounded-lg border border-line"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="cursor-pointer px-4 py-2.5 font-medium">Read it otherwise</summary>
      <form
        className="flex flex-col gap-4 border-t border-line px-4 py-4 text-sm"
        onSubmit={(event) => {
          event.preventDefault();
          void readJob(services, { selection: job.selection, settings });
        }}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="As">
            {(id) => (
              <select
                id={id}
                value={settings.reader ?? ""}
                onChange={({ target }) => set({ reader: (target.value || null) as ReaderName | null })}
                className={`h-9 ${FIELD}`}
              >
                <option value="">What its files tell{source && `: ${source.tool}`}</option>
                {READER_NAMES.map((name) => (
                  <option key={name} value={name}>
                    {READER_LABELS[name]}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label="Type of notes that have none">
            {(id) => (
              <select
                id={id}
                value={settings.defaultType}
                onChange={({ target }) => set({ defaultType: target.value as NoteType })}
                className={`h-9 ${FIELD}`}
              >
                {NOTE_TYPES.map((type) => (
                  <option key={type} value={type}>
                    {NOTE_TYPE_LOOKS[type].name}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
        <Field label="Name of the source" about="It tells the notes of two sources apart, and is the same each time.">
          {(id) => (
            <input
              id={id}
              value={settings.source}
              maxLength={100}
              onChange={({ target }) => set({ source: target.value })}
              className={`h-9 ${FIELD}`}
            />
          )}
        </Field>
        {isTable && (
          <div className="grid gap-4 sm:grid-cols-2">
            <Rules label="Columns" example="title=Headline" name="columns" settings={settings} onChange={set} />
            <Field label="Place of the list in the JSON" about="Such as data.results">
              {(id) => (
                <input
                  id={id}
                  value={settings.at}
                  onChange={({ target }) => set({ at: target.value })}
                  className={`h-9 ${FIELD}`}
                />
              )}
            </Field>
          </div>
        )}
        <div className="grid gap-4 sm:grid-cols-3">
          <Rules label="Leave out" example="Templates/**" name="skip" settings={settings} onChange={set} />
          <Rules label="Types" example="decisions/**=decision" name="types" settings={settings} onChange={set} />
          <Rules label="Relations" example="up=derived_from" name="relations" settings={settings} onChange={set} />
        </div>
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          <Tick label="Divide texts that are too long" isOn={settings.split} onChange={(split) => set({ split })} />
          <Tick label="Take notes without text" isOn={settings.empty} onChange={(empty) => set({ empty })} />
        </div>
        <div>
          <Button type="submit" disabled={!isChanged && source !== null}>
            Read again
          </Button>
        </div>
      </form>
    </details>
  );
}

function Field({
  label,
  about,
  children,
}: {
  readonly label: string;
  readonly about?: string;
  readonly children: (id: string) => ReactNode;
}) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {about && <p className="text-xs text-muted">{about}</p>}
    </div>
  );
}

function Rules({
  label,
  example,
  name,
  settings,
  onChange,
}: {
  readonly label: string;
  readonly example: string;
  readonly name: "columns" | "skip" | "types" | "relations";
  readonly settings: ImportSettings;
  readonly onChange: (change: Partial<ImportSettings>) => void;
}) {
  return (
    <Field label={label} about={`One on each line, such as ${example}`}>
      {(id) => (
        <textarea
          id={id}
          rows={2}
          spellCheck={false}
          value={settings[name]}
          onChange={({ target }) => onChange({ [name]: target.value })}
          className={`resize-y py-1.5 font-mono text-xs ${FIELD}`}
        />
      )}
    </Field>
  );
}

function Tick({
  label,
  isOn,
  onChange,
}: {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}) {
  return (
    <label className="flex items-center gap-2">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
        className="accent-accent"
      />
      {label}
    </label>
  );
}
