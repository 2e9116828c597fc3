import { LIMITS } from "@knote/contract";
import { useState } from "react";
import { Markdown } from "../../markdown/markdown.tsx";
import { useShortcut } from "../../shell/shortcuts/use-shortcut.ts";
import { Kbd } from "../../ui/kbd.tsx";
import { LengthLeft } from "./length-left.tsx";
import { WritingArea } from "./writing-area.tsx";
import type { Editor } from "./use-editor.ts";

/** The explanation: written in Markdown, read in the preview. */
export function ContentField({
  editor: { fields, change },
  autoFocus,
  onMention,
}: {
  readonly editor: Editor;
  readonly autoFocus: boolean;
  readonly onMention: (id: string, title: string) => void;
}) {
  const [previewing, setPreviewing] = useState(false);
  const toggle = () => setPreviewing((old) => !old);
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
        />
      )}
      <div className="mt-1.5 flex items-center gap-2 text-xs text-muted">
        <span className="mr-auto">
          Markdown, and <code className="font-mono">[[</code> for the title of a note
        </span>
        <button
          type="button"
          aria-pressed={previewing}
          onClick={toggle}
          className="flex items-center gap-2 rounded-md px-2 py-1 hover:bg-hover aria-pressed:bg-hover aria-pressed:text-text"
        >
          Preview <Kbd keys="mod+e" />
        </button>
      </div>
      <LengthLeft text={fields.content} limit={LIMITS.contentLength} />
    </div>
  );
}
