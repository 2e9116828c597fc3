import type { NoteDetail, NoteRevision } from "@knote/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { History } from "lucide-react";
import { countOf } from "../../kit/count-of.ts";
import { useServices } from "../../kit/services.tsx";
import { DiffView } from "../../features/notes/diff/diff-view.tsx";
import { changesTo, differences, type FieldName, fieldsOf } from "../../features/notes/editor/note-fields.ts";
import { NOTE_TYPE_LOOKS } from "../../features/notes/note-types.ts";
import { act } from "../../remote/act.ts";
import { keysOfNotes } from "../../remote/activity/apply-event.ts";
import { endOf } from "../../remote/past/as-of.ts";
import { useAsOf } from "../../remote/past/use-as-of.ts";
import { useTRPC, useTRPCClient } from "../../remote/trpc.ts";
import { Button } from "../../kit/ui/button.tsx";
import { RelativeTime } from "../../kit/ui/relative-time.tsx";
import { ErrorNotice, SkeletonRows } from "../../kit/ui/states.tsx";

/** More than a user reads at once. */
const REVISIONS_AT_ONCE = 100;

/** Lists the revisions of a note up to the shown time, newest first, with their changes; each leads to its own time. */
export function NoteHistory({ note }: { readonly note: NoteDetail }) {
  const { revisions, error, refetch, readOlder } = useRevisions(note.id);
  const { asOf } = useAsOf();
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!revisions) return <SkeletonRows count={2} />;
  // The changes of the last loaded revision are unknown until the one before it is loaded.
  const comparableRevisions = readOlder ? revisions.slice(0, -1) : revisions;
  const until = asOf === null ? null : endOf(asOf);
  const shownRevisions = comparableRevisions.filter(({ updated_at: at }) => until === null || at <= until);
  const leftOut = comparableRevisions.length - shownRevisions.length;
  return (
    <>
      {leftOut > 0 && (
        <p className="py-3 text-sm text-muted">
          {countOf(leftOut, "later revision is", "later revisions are")} left out.
        </p>
      )}
      <ol aria-label="Revisions">
        {shownRevisions.map((revision, index) => (
          <li key={revision.revision} className="border-b border-line py-3 last:border-0">
            <Revision
              note={note}
              revision={revision}
              before={revisions[leftOut + index + 1]}
              isShown={index === 0}
              canRestore={asOf === null}
            />
          </li>
        ))}
      </ol>
      {readOlder && (
        <Button small onClick={readOlder}>
          Show older revisions
        </Button>
      )}
    </>
  );
}

function useRevisions(id: string) {
  const client = useTRPCClient();
  const trpc = useTRPC();
  const { data, error, refetch, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: [...trpc.notes.history.pathKey(), { id }],
    queryFn: ({ pageParam: cursor, signal }) =>
      client.notes.history.query({ id, limit: REVISIONS_AT_ONCE, cursor }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  return {
    revisions: data?.pages.flatMap((page) => page.revisions),
    error: data ? null : error,
    refetch,
    /** Null when all are loaded. */
    readOlder: hasNextPage ? () => void (isFetching || fetchNextPage()) : null,
  };
}

function Revision({
  note,
  revision,
  before,
  isShown,
  canRestore,
}: {
  readonly note: NoteDetail;
  readonly revision: NoteRevision;
  readonly before: NoteRevision | undefined;
  /** Whether the page shows this revision. */
  readonly isShown: boolean;
  readonly canRestore: boolean;
}) {
  const restore = useRestore(note);
  const changedNames = before ? differences(fieldsOf(before), fieldsOf(revision)) : [];
  return (
    <>
      <div className="flex min-h-7 items-center gap-3 text-sm text-muted">
        <span className="tabular-nums">Revision {revision.revision}</span>
        <RelativeTime at={revision.updated_at} />
        <span className="ml-auto flex items-center gap-3">
          {isShown ? (
            canRestore ? (
              "current"
            ) : (
              "shown"
            )
          ) : (
            <Link
              to="/notes/$id"
              params={{ id: note.id }}
              search={{ tab: "history", as_of: revision.updated_at }}
              className="hover:text-text hover:underline"
            >
              As it was then <span className="sr-only">with revision {revision.revision}</span>
            </Link>
          )}
          {!isShown && canRestore && (
            <Button small aria-label={`Restore revision ${revision.revision}`} onClick={() => void restore(revision)}>
              <History size={13} aria-hidden /> Restore
            </Button>
          )}
        </span>
      </div>
      {!before && <p className="mt-1 text-sm">Created as “{revision.title}”.</p>}
      {before && changedNames.length === 0 && <p className="mt-1 text-sm text-muted">Archived or unarchived.</p>}
      {before &&
        changedNames.map((name) => (
          <div key={name} className="mt-1.5 text-sm">
            <span className="text-xs text-muted">{FIELD_NAMES[name]}</span>
            <DiffView before={wordsOf(before, name)} after={wordsOf(revision, name)} />
          </div>
        ))}
    </>
  );
}

const FIELD_NAMES: Readonly<Record<FieldName, string>> = {
  title: "Claim",
  content: "Explanation",
  note_type: "Type",
  tags: "Tags",
  importance: "Importance",
};

function wordsOf(revision: NoteRevision, name: FieldName): string {
  if (name === "note_type") return NOTE_TYPE_LOOKS[revision.note_type].name;
  if (name === "tags") return revision.tags.map((tag) => `#${tag}`).join(" ");
  return String(revision[name]);
}

function useRestore(note: NoteDetail) {
  const services = useServices();
  const client = useTRPCClient();
  const trpc = useTRPC();
  return (revision: NoteRevision) => {
    const now = fieldsOf(note);
    const then = fieldsOf(revision);
    return act(services, {
      run: () => client.notes.update.mutate({ id: note.id, ...changesTo(now, then) }),
      doneText: `Revision ${revision.revision} restored.`,
      undo: () => client.notes.update.mutate({ id: note.id, ...changesTo(then, now) }),
      refresh: keysOfNotes(trpc),
    });
  };
}
