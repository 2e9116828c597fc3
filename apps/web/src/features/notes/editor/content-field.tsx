import { LIMITS } from "@knote/contract";
import { useId, useState } from "react";
import { Markdown } from "../../../kit/markdown/markdown.tsx";
import { useShortcut } from "../../../kit/shortcuts/use-shortcut.ts";
import { Kbd } from "../../../kit/ui/kbd.tsx";
import { Complaint, describedBy } from "./complaint.tsx";
import { LengthLeft } from "./length-left.tsx";
import { isClaimAlone } from "./note-fields.ts";
import { WritingArea } from "./writing-area.tsx";
import type { Editor } from "./use-editor.ts";

/** The explanation, written in Markdown, with a preview. */
export function ContentField({
  editor: { fields, change },
  autoFocus,
  problem,
  onMention,
}: {
  readonly editor: Editor;
  readonly autoFocus: boolean;
  readonly problem: string | undefined;
  readonly onMention: (id: string, title: string) => void;
}) {
  const id = useId();
  const hint = useId();
  const [wantsPreview, setPreviewing] = useState(false);
  // A problem is fixed in the text, so it ends the preview.
  const previewing = wantsPreview && problem === undefined;
  const toggle = () => setPreviewing(!previewing);
  useShortcut("mod+e", { label: "Preview or write", group: "Writing" }, toggle);
  return (
    <div className="order-1 flex flex-1 flex-col">
      {previewing ? (
        <div className="min-h-56 flex-1 rounded-lg border border-line bg-surface px-4 py-3">
          {fields.content.trim() === "" ? (
            <p className="text-muted">Nothing to show yet.</p>
          ) : (
            <Markdown text={fields.content} />
          )}
        </div>
      ) : (
        <WritingArea
          text={fields.content}
          autoFocus={autoFocus}
          onChange={(content) => change({ content })}
          onMention={onMention}
          description={describedBy({ problem, id, hint })}
        />
      )}
      <Complaint id={id} text={problem} />
      <div className="mt-1.5 flex items-start gap-2 text-xs text-muted">
        <p id={hint} className="mr-auto py-1">
          Markdown. Type <code className="font-mono">[[</code> to insert a note’s title.
          {isClaimAlone(fields) && " If left empty, the claim itself is saved as the text."}
        </p>
        <button
          type="button"
          aria-pressed={previewing}
          onClick={toggle}
          className="flex shrink-0 items-center gap-2 rounded-md px-2 py-1 hover:bg-hover aria-pressed:bg-hover aria-pressed:text-text"
        >
          Preview
          <span className="hidden sm:inline">
            <Kbd keys="mod+e" />
          </span>
        </button>
      </div>
      <LengthLeft text={fields.content} limit={LIMITS.contentLength} />
    </div>
  );
}
