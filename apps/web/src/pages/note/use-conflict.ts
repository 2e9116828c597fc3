import type { NoteDetail } from "@knote/contract";
import { useState } from "react";
import { useServices } from "../../app/services.tsx";
import { type FieldName, fieldsOf, mergeFields, type NoteFields } from "../../notes/editor/note-fields.ts";
import type { Editor } from "../../notes/editor/use-editor.ts";

export interface FoundConflict {
  readonly fields: NoteFields;
  readonly updatedAt: string;
  /** What both have changed differently. */
  readonly names: readonly FieldName[];
}

/** Sees when a note changes elsewhere while it is edited here, and takes over what can be without a question. */
export function useConflict(editor: Editor) {
  const { toasts } = useServices();
  const [found, setFound] = useState<FoundConflict | null>(null);
  return {
    found,
    /** Whether the note as it is now is in conflict with what is written here. */
    compare(now: NoteDetail): boolean {
      if (now.updated_at === editor.base.updatedAt) return false;
      const theirs = { fields: fieldsOf(now), updatedAt: now.updated_at };
      const { merged, conflicts } = mergeFields(editor.base.fields, editor.fields, theirs.fields);
      if (conflicts.length > 0) {
        setFound({ ...theirs, names: conflicts });
        return true;
      }
      editor.rebase(theirs, merged);
      return false;
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
      toasts.show({ text: "Took what was written elsewhere.", undo: async () => editor.change(mine) });
    },
  };
}
