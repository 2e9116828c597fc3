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
  const [foundConflict, setFoundConflict] = useState<FoundConflict | null>(null);
  return {
    foundConflict,
    /** Rebases the writing on the present note; returns null and shows the conflict if both changed the same field. */
    takeOver(now: NoteRevision): Pick<Editor, "base" | "fields"> | null {
      const { base, fields } = editor;
      if (now.revision === base.revision) return { base, fields };
      const theirs = { fields: fieldsOf(now), revision: now.revision };
      const { mergedFields, conflicts } = mergeFields(base.fields, fields, theirs.fields);
      if (conflicts.length > 0) {
        setFoundConflict({ ...theirs, updatedAt: now.updated_at, names: conflicts });
        return null;
      }
      editor.rebase(theirs, mergedFields);
      return { base: theirs, fields: mergedFields };
    },
    keepMine(): void {
      if (!foundConflict) return;
      editor.rebase(foundConflict, mergeFields(editor.base.fields, editor.fields, foundConflict.fields).mergedFields);
      setFoundConflict(null);
    },
    takeTheirs(): void {
      if (!foundConflict) return;
      const mine = editor.fields;
      const names = new Set(foundConflict.names);
      const { mergedFields } = mergeFields(editor.base.fields, mine, foundConflict.fields);
      const takenFields = Object.fromEntries([...names].map((name) => [name, foundConflict.fields[name]]));
      editor.rebase(foundConflict, { ...mergedFields, ...takenFields });
      setFoundConflict(null);
      toasts.show({ text: "Took the other version.", undo: async () => editor.change(mine) });
    },
  };
}
