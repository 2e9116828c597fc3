import { useQuery } from "@tanstack/react-query";
import type { NoteDetail } from "@knote/contract";
import { type ReactNode, useRef } from "react";
import { Markdown } from "../../kit/markdown/markdown.tsx";
import { problemOf } from "../../kit/errors.ts";
import { asOfInWords } from "../../remote/past/as-of.ts";
import { useAsOf } from "../../remote/past/use-as-of.ts";
import { useTRPC } from "../../remote/trpc.ts";
import { CHIP } from "../../kit/ui/chip.tsx";
import { RelativeTime } from "../../kit/ui/relative-time.tsx";
import { EmptyState, ErrorNotice, SkeletonRows } from "../../kit/ui/states.tsx";
import { NoteRelations } from "./note-relations.tsx";
import { StateLabel } from "./state-label.tsx";
import { TagLink } from "./tag-link.tsx";
import { TypeLabel } from "./type-icon.tsx";
import { useMarkedPassage } from "./use-marked-passage.ts";

/** Shows a note to read: its claim, its explanation and its links. */
export function NoteView({
  id,
  headingLevel,
  passage = null,
  above,
  below = <NoteRelations id={id} />,
}: {
  readonly id: string;
  readonly headingLevel: 1 | 2;
  /** Text to scroll to and mark; it need not match literally. */
  readonly passage?: string | null;
  /** Actions, shown beside the type. */
  readonly above?: ReactNode;
  /** Replaces the links. */
  readonly below?: ReactNode;
}) {
  const trpc = useTRPC();
  const { data: note, error, refetch } = useQuery(trpc.notes.get.queryOptions({ id }));
  const { asOf } = useAsOf();
  if (note) {
    return (
      <>
        <NoteArticle note={note} headingLevel={headingLevel} passage={passage} above={above} />
        <div className="mt-8">{below}</div>
      </>
    );
  }
  if (!error) return <SkeletonRows count={4} />;
  if (problemOf(error).kind === "missing") {
    return asOf === null ? (
      <EmptyState title="Note not found">It was deleted, or it is not yours.</EmptyState>
    ) : (
      <EmptyState title="No such note then">
        On {asOfInWords(asOf)} it had not been written yet, or it has been deleted since.
      </EmptyState>
    );
  }
  return <ErrorNotice error={error} onRetry={() => void refetch()} />;
}

function NoteArticle({
  note,
  headingLevel,
  passage,
  above,
}: {
  readonly note: NoteDetail;
  readonly headingLevel: 1 | 2;
  readonly passage: string | null;
  readonly above: ReactNode;
}) {
  const content = useRef<HTMLDivElement>(null);
  useMarkedPassage(content, passage);
  const Heading = `h${headingLevel}` as const;
  return (
    <article>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
        <TypeLabel type={note.note_type} />
        <StateLabel state={note.state} className="" />
        <RelativeTime at={note.updated_at} />
        {above && <span className="ml-auto flex items-center">{above}</span>}
      </div>
      <Heading
        className={`mt-2 font-semibold tracking-tight text-balance ${headingLevel === 1 ? "text-2xl" : "text-xl"}`}
      >
        {note.title}
      </Heading>
      {note.tags.length > 0 && (
        <div className="mt-2.5 flex flex-wrap gap-1.5">
          {note.tags.map((tag) => (
            <TagLink key={tag} tag={tag} className={`${CHIP} bg-surface text-muted hover:bg-hover hover:text-text`} />
          ))}
        </div>
      )}
      {note.content !== note.title && (
        <div ref={content} className="mt-4">
          <Markdown text={note.content} />
        </div>
      )}
    </article>
  );
}
