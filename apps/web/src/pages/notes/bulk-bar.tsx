import type { Note } from "@knote/contract";
import { Archive, Tag, Trash2 } from "lucide-react";
import { useState } from "react";
import { TagInput } from "../../features/notes/tag-input.tsx";
import { useShortcut } from "../../kit/shortcuts/use-shortcut.ts";
import { Button } from "../../kit/ui/button.tsx";
import { useBulk } from "./use-bulk.ts";

/** Replaces the filters while notes are selected. */
export function BulkBar({ notes, onClear }: { readonly notes: readonly Note[]; readonly onClear: () => void }) {
  const bulk = useBulk(notes, onClear);
  const [tagging, setTagging] = useState(false);
  const group = "Selected notes";
  useShortcut("e", { label: "Archive them", group }, bulk.archive);
  useShortcut("Delete", { label: "Delete them", group }, bulk.remove);
  useShortcut("#", { label: "Tag them", group }, () => setTagging(true));
  useShortcut("Escape", { label: "Clear selection", group }, onClear);
  return (
    <div role="group" aria-label={group} className="flex min-h-10 flex-wrap items-center gap-2 px-4 py-1.5">
      <span className="mr-2 font-medium tabular-nums">{notes.length} selected</span>
      {tagging ? (
        <span className="flex w-40 rounded-md border border-field-line bg-surface px-2">
          <TagInput tags={[]} autoFocus onAdd={bulk.tag} />
        </span>
      ) : (
        <Button small onClick={() => setTagging(true)}>
          <Tag size={13} aria-hidden /> Tag
        </Button>
      )}
      <Button small onClick={bulk.archive}>
        <Archive size={13} aria-hidden /> Archive
      </Button>
      <Button small look="danger" onClick={bulk.remove}>
        <Trash2 size={13} aria-hidden /> Delete
      </Button>
      <Button small look="ghost" className="ml-auto" onClick={onClear}>
        Clear selection
      </Button>
    </div>
  );
}
