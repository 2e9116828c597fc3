import { EMPTY_FIELDS, type NoteFields } from "./note-fields.ts";
import type { WritingBase } from "./writing.ts";

/** Writing that is not saved yet. */
export interface Draft {
  readonly fields: NoteFields;
  /** Whether the type was chosen rather than guessed. */
  readonly typeChosen: boolean;
  /** ISO 8601. */
  readonly keptAt: string;
  /** The note as it was when writing began; null for a new note. */
  readonly base: WritingBase | null;
}

/** Drafts stay in this browser until they are saved; signing out deletes them. */
export interface Drafts {
  find(name: string): Draft | null;
  /** Stores the draft; returns false when there is no room. */
  keep(name: string, draft: Draft): boolean;
  forget(name: string): void;
}

const PREFIX = "knote.draft.";

export function createDrafts(storage: Storage): Drafts {
  return {
    find(name) {
      try {
        return readDraft(JSON.parse(storage.getItem(PREFIX + name) ?? "null"));
      } catch {
        // An unreadable draft counts as none.
        return null;
      }
    },
    keep(name, draft) {
      try {
        storage.setItem(PREFIX + name, JSON.stringify(draft));
        return true;
      } catch {
        return false;
      }
    },
    forget: (name) => storage.removeItem(PREFIX + name),
  };
}

function readDraft(value: unknown): Draft | null {
  const draft = value as Partial<Draft> | null;
  const fields = draft?.fields as Partial<NoteFields> | undefined;
  if (typeof fields?.title !== "string" || typeof fields.content !== "string") return null;
  return {
    fields: { ...EMPTY_FIELDS, ...fields },
    typeChosen: draft?.typeChosen === true,
    keptAt: typeof draft?.keptAt === "string" ? draft.keptAt : new Date(0).toISOString(),
    // An earlier release stored no revision. No note has revision 0, so the note counts as changed since.
    base: draft?.base ? { ...draft.base, revision: draft.base.revision ?? 0 } : null,
  };
}
