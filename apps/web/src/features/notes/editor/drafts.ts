import { EMPTY_FIELDS, type NoteFields } from "./note-fields.ts";
import type { WritingBase } from "./writing.ts";

/** What is being written and not saved yet. */
export interface Draft {
  readonly fields: NoteFields;
  /** Whether its type was chosen rather than guessed. */
  readonly typeChosen: boolean;
  /** ISO 8601. */
  readonly keptAt: string;
  /** Of the note as it was when writing began; null of a new note. */
  readonly base: WritingBase | null;
}

/** Drafts live in this browser until they are saved; signing out forgets them. */
export interface Drafts {
  find(name: string): Draft | null;
  /** False when there is no room. */
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
        // What cannot be read is as good as nothing.
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
    // An earlier version kept no revision: 0 is nobody's, so the note counts as changed since.
    base: draft?.base ? { ...draft.base, revision: draft.base.revision ?? 0 } : null,
  };
}
