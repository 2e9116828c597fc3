import type { ServiceContext } from "../context.ts";
import { nextTurn } from "../kit/in-turns.ts";
import { INVALID_LINE, type ImportEntry, type Refusal } from "./import-entry.ts";
import type { ImportLink, ImportNote } from "@knote/contract";
import { newNote } from "../notes/create-note.ts";
import { noteWrite } from "../notes/note-view.ts";
import type { KeyedWrite } from "../ports/note-store.ts";
import { timestamp } from "../time.ts";

/**
 * Reading pauses while this much is ready. It is stored in one write: fewer writes bring the same pages to disk less
 * often, but a larger write blocks the event loop longer, some milliseconds at this size.
 */
const ENOUGH_LINES = 256;
const ENOUGH_TERMS = 1_600;

export interface LinesAhead {
  /** Resolves with the ready lines, as soon as there are any; with none at the end. Rejects when the source fails. */
  take(): Promise<readonly PreparedLine[]>;
  /** Stops reading. */
  stop(): void;
}

/** Reads and prepares lines, a batch in each turn of the event loop, while earlier ones are being stored. */
export function prepareAhead(ctx: ServiceContext, batches: AsyncIterable<readonly ImportEntry[]>): LinesAhead {
  let ready: PreparedLine[] = [];
  let terms = 0;
  let state: "reading" | "stopped" | "ended" = "reading";
  let nextChange = Promise.withResolvers<void>();
  const signalChange = () => {
    nextChange.resolve();
    nextChange = Promise.withResolvers();
  };

  const isEnough = () => ready.length >= ENOUGH_LINES || terms >= ENOUGH_TERMS;

  async function read(): Promise<void> {
    for await (const batch of batches) {
      if (state === "stopped") return;
      const preparedLines = prepareLines(ctx, batch);
      ready.push(...preparedLines);
      terms += preparedLines.reduce((sum, line) => sum + termsOf(line), 0);
      signalChange();
      while (isEnough() && state === "reading") await nextChange.promise;
      await nextTurn();
    }
  }

  const reading = read().finally(() => {
    state = "ended";
    signalChange();
  });
  // The error reaches the next `take()`; without one it must not be an unhandled rejection.
  reading.catch(() => undefined);

  return {
    async take() {
      while (ready.length === 0 && state === "reading") await nextChange.promise;
      if (ready.length === 0) await reading;
      // One turn brings only part of what a fast sender has sent: waits as long as each turn brings more.
      for (let before = 0; ready.length > before && !isEnough(); await nextTurn()) before = ready.length;
      const takenLines = ready;
      [ready, terms] = [[], 0];
      signalChange();
      return takenLines;
    },
    stop() {
      state = "stopped";
      signalChange();
    },
  };
}

function termsOf({ outcome }: PreparedLine): number {
  return "write" in outcome ? outcome.write.terms.counts.length : 0;
}

/** A line prepared as far as possible without the storage. */
export interface PreparedLine {
  readonly line: number;
  readonly outcome: { readonly write: KeyedWrite } | { readonly link: ImportLink } | { readonly refusal: Refusal };
}

function prepareLines(ctx: ServiceContext, entries: readonly ImportEntry[]): PreparedLine[] {
  const now = timestamp(ctx);
  return entries.map(({ line, read }) => ({ line, outcome: "note" in read ? prepareNote(ctx, read.note, now) : read }));
}

function prepareNote(
  ctx: ServiceContext,
  { key, state, archived = state === "archived", ...note }: ImportNote,
  now: string,
): PreparedLine["outcome"] {
  const givenTime = note.created_at;
  if (givenTime !== undefined && givenTime > now) return { refusal: FUTURE };
  const fresh = ctx.newId();
  const identity =
    givenTime === undefined ? { id: fresh, created_at: now } : { id: idAt(givenTime, fresh), created_at: givenTime };
  return { write: { ...noteWrite({ ...newNote(note, identity), archived }), key: key ?? null } };
}

/** Returns the id with another time, as ids sort by the time their notes were written. */
function idAt(time: string, id: string): string {
  const head = Date.parse(time).toString(16).padStart(12, "0");
  return `${head.slice(0, 8)}-${head.slice(8)}${id.slice(13)}`;
}

const FUTURE = {
  detail: INVALID_LINE,
  issues: [{ path: "note.created_at", message: "created_at must not be in the future." }],
};
