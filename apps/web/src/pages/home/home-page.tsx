import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useAsOf } from "../../remote/past/use-as-of.ts";
import { useTRPC } from "../../remote/trpc.ts";
import { NoteRow } from "../../features/notes/note-row.tsx";
import { ImportLink } from "../../features/notes/import-link.tsx";
import { NoNotesThen } from "../../features/notes/no-notes-then.tsx";
import { EmptyState, ErrorNotice, SkeletonRows } from "../../kit/ui/states.tsx";
import { AskBox } from "../../features/ask/ask-box.tsx";
import { IndexingNotice } from "../../features/notes/indexing-notice.tsx";
import { useAsk } from "../../features/ask/use-ask.ts";
import { Attention } from "./attention.tsx";
import { LanguageHint } from "./language-hint.tsx";

const RECENT = 12;

/** The start page: a question first, then what needs attention and the recent notes. */
export function HomePage() {
  const ask = useAsk();
  const { asOf } = useAsOf();
  return (
    <div className="mx-auto max-w-3xl px-4 py-8 md:py-14">
      <title>Knote</title>
      <h1 className="mb-5 text-center text-2xl font-semibold tracking-tight">What do you want to know?</h1>
      <AskBox placeholder="Ask your notes …" onAsk={ask} />
      {asOf === null && (
        <>
          <IndexingNotice className="mt-3 text-center" />
          <Attention />
          <LanguageHint />
        </>
      )}
      <RecentNotes />
    </div>
  );
}

function RecentNotes() {
  const trpc = useTRPC();
  const { asOf } = useAsOf();
  const { data, error, refetch } = useQuery(trpc.notes.list.queryOptions({ limit: RECENT }));
  return (
    <section aria-labelledby="recent" className="mt-8">
      <div className="flex items-baseline justify-between pb-2">
        <h2 id="recent" className="font-medium">
          Recent notes
        </h2>
        <Link to="/notes" className="text-sm text-muted hover:underline">
          All notes
        </Link>
      </div>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows />}
      {data?.notes.length === 0 && asOf !== null && <NoNotesThen />}
      {data?.notes.length === 0 && asOf === null && (
        <EmptyState
          title="Your first note"
          action={
            <div className="flex flex-wrap justify-center gap-2">
              <Link
                to="/notes/new"
                className="inline-flex h-9 items-center rounded-md bg-accent px-3.5 font-medium text-on-accent"
              >
                Write a note
              </Link>
              <ImportLink />
            </div>
          }
        >
          Write down one claim that someone could disagree with, and why you believe it. Knote suggests links to what
          you already know as you go. Notes that you have elsewhere can come in, too.
        </EmptyState>
      )}
      {data && data.notes.length > 0 && (
        <ul className="overflow-hidden rounded-lg border border-line bg-surface [&>li:last-child>div]:border-b-0">
          {data.notes.map((note) => (
            <li key={note.id}>
              <NoteRow note={note} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
