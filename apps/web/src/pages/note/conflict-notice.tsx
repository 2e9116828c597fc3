import { Suspense } from "react";
import type { FieldName } from "../../features/notes/editor/note-fields.ts";
import type { Editor } from "../../features/notes/editor/use-editor.ts";
import { Button } from "../../kit/ui/button.tsx";
import { lazyNamed } from "../../kit/ui/lazy-named.ts";
import { RelativeTime } from "../../kit/ui/relative-time.tsx";
import type { useConflict } from "./use-conflict.ts";

const DiffView = lazyNamed(() => import("../../features/notes/diff/diff-view.tsx"), "DiffView");

const FIELD_NAMES: Readonly<Record<FieldName, string>> = {
  title: "claim",
  content: "explanation",
  note_type: "type",
  tags: "tags",
  importance: "importance",
};

/** Shows what was changed elsewhere meanwhile, and lets the user choose which version stays. */
export function ConflictNotice({
  editor,
  conflict: { foundConflict, keepMine, takeTheirs },
}: {
  readonly editor: Editor;
  readonly conflict: ReturnType<typeof useConflict>;
}) {
  if (!foundConflict) return null;
  const texts = foundConflict.names.filter((name) => name === "title" || name === "content");
  return (
    <section
      role="alert"
      aria-label="Changed elsewhere"
      className="rounded-lg border border-contradicts bg-surface p-4"
    >
      <p>
        <strong className="font-semibold">Changed elsewhere</strong> <RelativeTime at={foundConflict.updatedAt} />: the{" "}
        {foundConflict.names.map((name) => FIELD_NAMES[name]).join(" and the ")}, which you changed too. Your version is
        unchanged below.
      </p>
      <Suspense>
        {texts.map((name) => (
          <div key={name} className="mt-3 max-h-60 overflow-y-auto text-sm" tabIndex={0}>
            <DiffView before={editor.base.fields[name]} after={foundConflict.fields[name]} />
          </div>
        ))}
      </Suspense>
      <div className="mt-3 flex gap-2">
        <Button small onClick={keepMine}>
          Keep mine
        </Button>
        <Button small onClick={takeTheirs}>
          Take theirs
        </Button>
      </div>
    </section>
  );
}
