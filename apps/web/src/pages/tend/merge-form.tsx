import { LIMITS, type TendedNote } from "@knote/contract";
import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { joinContents } from "../../features/operations/join-contents.ts";
import { useComposing } from "../../kit/shortcuts/use-composing.ts";
import { Button } from "../../kit/ui/button.tsx";
import { ErrorNotice, SkeletonRows } from "../../kit/ui/states.tsx";
import { useTRPC } from "../../remote/trpc.ts";

export interface MergeTexts {
  readonly title: string;
  readonly content: string;
}

interface MergeFormProps {
  /** The note that stays. */
  readonly newer: TendedNote;
  readonly older: TendedNote;
  readonly onMerge: (texts: MergeTexts) => void;
  readonly onClose: () => void;
}

/** Shows both texts side by side, with the one that will stand for both: Escape cancels. */
export function MergeForm(props: MergeFormProps) {
  const trpc = useTRPC();
  // Cards have only the beginnings of texts.
  const [newer, older] = useQueries({
    queries: [props.newer, props.older].map(({ id }) => trpc.notes.get.queryOptions({ id })),
  });
  const error = newer?.error ?? older?.error;
  if (error)
    return <ErrorNotice error={error} onRetry={() => void Promise.all([newer?.refetch(), older?.refetch()])} />;
  if (!newer?.data || !older?.data) return <SkeletonRows count={3} />;
  return <MergeFields {...props} texts={[newer.data, older.data]} />;
}

function MergeFields({
  texts: [newer, older],
  onMerge,
  onClose,
}: MergeFormProps & { readonly texts: readonly [MergeTexts, MergeTexts] }) {
  useComposing();
  const [title, setTitle] = useState(newer.title);
  const [content, setContent] = useState(joinContents([newer.content, older.content]));
  const isReady = title.trim() !== "" && content.trim() !== "";
  return (
    <form
      aria-label="Merge into one"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) onMerge({ title: title.trim(), content: content.trim() });
      }}
      onKeyDown={(event) => event.key === "Escape" && onClose()}
      className="mt-3 flex flex-col gap-3 rounded-lg border border-line bg-surface p-3"
    >
      <div className="grid gap-3 md:grid-cols-2">
        <Original label="The newer note" texts={newer} />
        <Original label="The older note" texts={older} />
      </div>
      <p className="text-sm text-muted">The newer note takes the older one in, with its links and tags.</p>
      <input
        autoFocus
        aria-label="The claim of the merged note"
        autoComplete="off"
        maxLength={LIMITS.titleLength}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        className="h-9 rounded-md border border-field-line bg-surface px-2.5 font-medium"
      />
      <textarea
        aria-label="The explanation of the merged note"
        rows={6}
        value={content}
        onChange={(event) => setContent(event.target.value)}
        className="resize-y rounded-md border border-field-line bg-surface px-2.5 py-2"
      />
      <div className="flex gap-2">
        <Button small type="submit" look="primary" disabled={!isReady}>
          Merge
        </Button>
        <Button small look="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function Original({ label, texts: { title, content } }: { readonly label: string; readonly texts: MergeTexts }) {
  return (
    <section aria-label={label} className="min-w-0 rounded-md border border-line p-2.5 text-sm">
      <p className="text-muted">{label}</p>
      <p className="mt-1 font-medium">{title}</p>
      <p tabIndex={0} className="mt-1 max-h-40 overflow-y-auto break-words whitespace-pre-line">
        {content}
      </p>
    </section>
  );
}
