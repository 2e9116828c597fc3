import { ExchangeError, type ImportOptions, type SendingState, sendGraph, undoImport } from "@knote/formats";
import { problemOf } from "../../kit/errors.ts";
import type { Services } from "../../kit/services.tsx";
import { createService } from "../../remote/service.ts";
import type { ImportJob, ImportSettings } from "./imports.ts";
import { forgetLastImport, keepLastImport, type LastImport } from "./last-import.ts";
import type { FileSelection } from "./picked.ts";
import { SourceRefusal, runFormats } from "./run-formats.ts";

/** Lines in one request: few, so that the progress shows and a stop takes effect soon. */
const LINES = 200;

/** Reads what was picked, and ends with a plan. */
export function readPicked(services: Services, selection: FileSelection): Promise<void> {
  const settings: ImportSettings = {
    reader: null,
    source: selection.name,
    defaultType: "fact",
    types: "",
    relations: "",
    skip: "",
    columns: "",
    at: "",
    split: false,
    empty: false,
  };
  return readJob(services, { selection, settings });
}

/** Reads a source with these settings, in the place of an earlier reading. */
export async function readJob({ imports, toasts }: Services, job: ImportJob): Promise<void> {
  if ("stop" in imports.state) imports.state.stop.abort();
  const stop = new AbortController();
  const onProgress = (doneCount: number, total: number): void =>
    imports.set({ step: "reading", job, doneCount, total, stop });
  onProgress(0, job.selection.files.length);
  const { selection, settings } = job;
  try {
    const request = { kind: "read", selection, reader: settings.reader, options: optionsOf(settings) } as const;
    const source = await runFormats(request, { onProgress, signal: stop.signal });
    imports.set({ step: "plan", job, source });
  } catch (error) {
    if (stop.signal.aborted) return;
    if (error instanceof SourceRefusal) return imports.set({ step: "refused", job, detail: error.message });
    imports.set({ step: "none" });
    toasts.showProblem(problemOf(error));
  }
}

/** Sends what the plan has, or goes on after the last line that was answered. */
export async function sendPlan(services: Services): Promise<void> {
  const { imports, queryClient, session, reachability } = services;
  const { state } = imports;
  if (state.step !== "plan" && state.step !== "stopped") return;
  const { job, source } = state;
  const stop = new AbortController();
  const at = new Date().toISOString();
  let sending: SendingState | null = state.step === "stopped" ? state.sending : null;
  const total = source.notes.length + source.links.length;
  const show = (): void => {
    imports.set({ step: "sending", job, source, doneCount: sending?.sentLines ?? 0, total, stop });
  };
  show();
  try {
    sending = await sendGraph(createService(session, reachability), source, {
      lines: LINES,
      from: sending ?? undefined,
      signal: stop.signal,
      onState(next) {
        sending = next;
        if (session.state !== "signed-in") return;
        keepLastImport(localStorage, { at, name: job.settings.source, ids: next.created.map(({ id }) => id) });
        show();
      },
    });
    const isDone = sending.sentLines === sending.total;
    if (session.state !== "signed-in") return;
    imports.set(
      isDone ? { step: "done", job, source, sending } : { step: "stopped", job, source, sending, detail: null },
    );
  } catch (error) {
    if (session.state !== "signed-in") return;
    const detail = error instanceof ExchangeError ? error.message : problemOf(error).message;
    imports.set({ step: "stopped", job, source, sending, detail });
  } finally {
    void queryClient.invalidateQueries();
  }
}

/** Deletes what an import created and nobody has changed since. */
export async function undoLastImport(services: Services, { ids }: LastImport): Promise<void> {
  const { imports, queryClient, session, reachability, toasts } = services;
  const stop = new AbortController();
  const show = (doneCount: number): void => imports.set({ step: "undoing", doneCount, total: ids.length, stop });
  show(0);
  try {
    const outcomes = await undoImport(createService(session, reachability), ids, show);
    forgetLastImport(localStorage);
    imports.set({ step: "undone", outcomes });
  } catch (error) {
    imports.set({ step: "none" });
    const message = error instanceof ExchangeError ? error.message : problemOf(error).message;
    toasts.showProblem({ kind: "failed", requestId: null, message: `${message} The rest can be undone again.` });
  } finally {
    void queryClient.invalidateQueries();
  }
}

function optionsOf({ reader: _reader, types, relations, skip, columns, ...rest }: ImportSettings): ImportOptions {
  return {
    ...rest,
    source: rest.source.trim() || "import",
    at: rest.at.trim(),
    types: linesOf(types),
    relations: linesOf(relations),
    skip: linesOf(skip),
    columns: linesOf(columns),
    now: new Date().toISOString(),
  };
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}
