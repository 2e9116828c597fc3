import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { useComposing } from "../../../kit/shortcuts/use-composing.ts";
import { useShortcut } from "../../../kit/shortcuts/use-shortcut.ts";
import { Button } from "../../../kit/ui/button.tsx";
import { Kbd } from "../../../kit/ui/kbd.tsx";
import { RelativeTime } from "../../../kit/ui/relative-time.tsx";
import type { AcceptedLinks } from "./accepted-links.ts";
import { ContentField } from "./content-field.tsx";
import { Findings } from "./findings.tsx";
import { KindFields } from "./kind-fields.tsx";
import { fieldProblems } from "./note-fields.ts";
import { TitleField } from "./title-field.tsx";
import type { Editor } from "./use-editor.ts";

/** The form for writing a note. */
export function NoteEditor({
  editor,
  heading,
  noteId,
  replacedId = null,
  acceptedLinks,
  notice,
  saving,
  onSave,
  onClose,
  onMention,
}: {
  readonly editor: Editor;
  readonly heading: string;
  /** The note being edited; null for a new one. */
  readonly noteId: string | null;
  /** The note that the new one replaces, whose text it starts from. */
  readonly replacedId?: string | null;
  /** The links that saving also makes. */
  readonly acceptedLinks: AcceptedLinks;
  readonly notice?: ReactNode;
  readonly saving: boolean;
  readonly onSave: () => void;
  /** Closes the editor; the writing stays as a draft. */
  readonly onClose: () => void;
  /** Called when the title of another note was inserted in the text. */
  readonly onMention: (id: string, title: string) => void;
}) {
  useComposing();
  const form = useRef<HTMLFormElement>(null);
  const { problems, submit } = useSubmit(form, editor, () => {
    if (!saving) onSave();
  });
  useShortcut("mod+Enter", { label: "Save the note", group: "Writing" }, submit);
  const startsWithClaim = editor.fields.title === "" || replacedId !== null;
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
        event.preventDefault();
        submit();
      }}
      className="mx-auto flex min-h-full max-w-3xl flex-col gap-4 px-5 pt-6"
    >
      <h1 className="text-sm text-muted">{heading}</h1>
      <DraftNotice editor={editor} />
      {notice}
      <TitleField editor={editor} autoFocus={startsWithClaim} problem={problems.title} />
      <ContentField editor={editor} autoFocus={!startsWithClaim} problem={problems.content} onMention={onMention} />
      {/* Shown above the explanation but after it in tab order: Tab goes from the claim to its explanation. */}
      <Findings editor={editor} noteId={noteId} replacedId={replacedId} acceptedLinks={acceptedLinks} />
      <KindFields editor={editor} problem={problems.tags} />
      <footer className="sticky bottom-0 order-1 -mx-5 mt-auto flex items-center gap-3 border-t border-line bg-canvas px-5 py-2.5">
        <span role="status" className="mr-auto text-sm text-muted">
          {draftStatus(editor)}
        </span>
        <Button look="ghost" onClick={onClose}>
          Close
        </Button>
        <Button type="submit" look="primary" disabled={saving}>
          Save
          <span className="hidden sm:inline">
            <Kbd keys="mod+Enter" />
          </span>
        </Button>
      </footer>
    </form>
  );
}

/** Shows problems after the first failed attempt to save, and focuses the first invalid field at each attempt. */
function useSubmit(form: RefObject<HTMLFormElement | null>, editor: Editor, onSave: () => void) {
  const [attempts, setAttempts] = useState(0);
  const currentProblems = fieldProblems(editor.fields);
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [form, attempts]);
  return {
    problems: attempts > 0 ? currentProblems : {},
    submit(): void {
      if (Object.keys(currentProblems).length > 0) setAttempts(attempts + 1);
      else onSave();
    },
  };
}

function draftStatus({ isChanged, hasRoom }: Editor): string {
  if (!hasRoom) return "This browser has no room for a draft. Save before you leave.";
  return isChanged ? "Draft kept in this browser" : "";
}

function DraftNotice({ editor }: { readonly editor: Editor }) {
  if (editor.restoredFrom === null) return null;
  return (
    <p role="status" className="flex items-center gap-2 rounded-md bg-hover px-3 py-1.5 text-sm">
      <span className="mr-auto">
        Draft restored (<RelativeTime at={editor.restoredFrom} />)
      </span>
      <Button small look="ghost" onClick={editor.discard}>
        Discard draft
      </Button>
    </p>
  );
}
