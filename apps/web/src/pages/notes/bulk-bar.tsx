import type { Note } from "@knote/contract";
import { Archive, Tag, Trash2 } from "lucide-react";
import { useState } from "react";
import { ConfirmChange } from "../../features/reviews/confirm-change.tsx";
import { Falls } from "../../features/reviews/impact-notice.tsx";
import { TagInput } from "../../features/notes/tag-input.tsx";
import { countOf } from "../../kit/count-of.ts";
import { useShortcut } from "../../kit/shortcuts/use-shortcut.ts";
import { Button } from "../../kit/ui/button.tsx";
import { useBulkConfirmation } from "./use-bulk-confirmation.ts";
import { useBulk } from "./use-bulk.ts";

/** Replaces the filters while notes are selected. */
export function BulkBar({ notes, onClear }: { readonly notes: readonly Note[]; readonly onClear: () => void }) {
  const bulk = useBulk(notes, onClear);
  const { question, confirm, close } = useBulkConfirmation(notes);
  const archive = () => void confirm("archived", bulk.archive);
  const remove = () => void confirm("deleted", bulk.remove);
  const [tagging, setTagging] = useState(false);
  const group = "Selected notes";
  useShortcut("e", { label: "Archive them", group }, archive);
  useShortcut("Delete", { label: "Delete them", group }, remove);
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
      <Button small onClick={archive}>
        <Archive size={13} aria-hidden /> Archive
      </Button>
      <Button small look="danger" onClick={remove}>
        <Trash2 size={13} aria-hidden /> Delete
      </Button>
      <Button small look="ghost" className="ml-auto" onClick={onClear}>
        Clear selection
      </Button>
      {question && (
        <ConfirmChange
          change={question.change}
          what={countOf(notes.length, "note", "notes")}
          impact={
            <>
              <Falls {...question.impact} name={notes.length === 1 ? "it" : "them"} />
              {question.isPartial && (
                <p className="text-sm text-muted">So many are chosen that others may rest on them, too.</p>
              )}
            </>
          }
          onConfirm={question.run}
          onClose={close}
        />
      )}
    </div>
  );
}
