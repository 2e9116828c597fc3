import { codeOf } from "../ports/file-system.ts";
import { digestOfBytes } from "../notes/canonical-note.ts";
import { CLOCK_TICK_MS, milliseconds, parseFile } from "../look/read-file.ts";
import { asidePath, isExpired, readAside, type SetAside } from "../state/set-aside.ts";
import { TRASH, UNDO } from "../state/layout.ts";
import type { Session } from "../session.ts";
import { addConflictNote } from "./change-server.ts";
import type { Outcome } from "./outcome.ts";

/**
 * Looks after the files that were set aside. An editor that had one open can have gone on writing into it: what it
 * wrote becomes a note of its own. What has lain there for 30 days goes.
 */
export async function tendAside(session: Session, outcome: Outcome): Promise<void> {
  const { files, clock } = session;
  for (const folder of [UNDO, TRASH] as const) {
    const items = await files.list(folder);
    const asides = items.flatMap(({ name, kind }) => (kind === "file" ? (readAside(folder, name) ?? []) : []));
    // At once: a first sync sets a file aside for each one that it writes.
    const stats = await Promise.all(asides.map(async ({ path }) => await files.stat(path)));
    for (const [index, aside] of asides.entries()) {
      const isChanged = milliseconds(stats[index]!) >= aside.at - CLOCK_TICK_MS;
      if (isChanged) await rescueEdit(session, folder, aside, outcome);
      else if (isExpired(aside, clock.now())) await files.unlink(aside.path);
    }
  }
}

async function rescueEdit(
  session: Session,
  folder: typeof UNDO | typeof TRASH,
  aside: SetAside,
  outcome: Outcome,
): Promise<void> {
  const { files, state, clock, newId } = session;
  const bytes = await files.read(aside.path);
  const digest = digestOfBytes(bytes);
  if (digest === aside.file || aside.id === null) return;
  const entry = state.entries.get(aside.id);
  const text = parseFile(entry?.path ?? "Edit.md", await files.stat(aside.path), bytes);
  // Half of a save: a later look finds the rest.
  if ("reason" in text) return;
  const isKnown = text.noteDigest === entry?.note;
  if (!isKnown && !(await addConflictNote(session, aside.id, text.note!, outcome))) return;
  const next = asidePath(folder, { at: clock.now(), id: aside.id, file: digest }, newId());
  await files.rename(aside.path, next).catch((error: unknown) => {
    if (codeOf(error) !== "ENOENT") throw error;
  });
}
