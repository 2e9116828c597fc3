import type { NoteRevision } from "@knote/contract";
import { useState } from "react";
import { useServices } from "../../kit/services.tsx";
import { type FieldName, fieldsOf, mergeFields } from "../../features/notes/editor/note-fields.ts";
import type { Editor } from "../../features/notes/editor/use-editor.ts";
import type { WritingBase } from "../../features/notes/editor/writing.ts";

export interface FoundConflict extends WritingBase {
  readonly updatedAt: string;
  /** The fields that both sides changed differently. */
  readonly names: readonly FieldName[];
}

/** Handles changes made elsewhere while the note is edited here: merges them, or reports a conflict. */
export function useConflict(editor: Editor) {
  const { toasts } = useServices();
  const [found, setFound] = useState<FoundConflict | null>(null);
  return {
    found,
    /** Rebases the writing on the present note; returns null and shows the conflict if both changed the same field. */
    takeOver(now: NoteRevision): Pick<Editor, "base" | "fields"> | null {
      const { base, fields } = editor;
      if (now.revision === base.revision) return { base, fields };
      const theirs = { fields: fieldsOf(now), revision: now.revision };
      const { merged, conflicts } = mergeFields(base.fields, fields, theirs.fields);
      if (conflicts.length > 0) {
        setFound({ ...theirs, updatedAt: now.updated_at, names: conflicts });
        return null;
      }
      editor.rebase(theirs, merged);
      return { base: theirs, fields: merged };
    },
    keepMine(): void {
      if (!found) return;
      editor.rebase(found, mergeFields(editor.base.fields, editor.fields, found.fields).merged);
      setFound(null);
    },
    takeTheirs(): void {
      if (!found) return;
      const mine = editor.fields;
      const names = new Set(found.names);
      const { merged } = mergeFields(editor.base.fields, mine, found.fields);
      const taken = Object.fromEntries([...names].map((name) => [name, found.fields[name]]));
      editor.rebase(found, { ...merged, ...taken });
      setFound(null);
      toasts.show({ text: "Took the other version.", undo: async () => editor.change(mine) });
    },
  };
}
