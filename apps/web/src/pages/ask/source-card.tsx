import type { RecallResult, Source } from "@knote/contract";
import { useQueries } from "@tanstack/react-query";
import { linksOf } from "../../notes/links-of.ts";
import { NoteEdge } from "../../notes/note-edge.tsx";
import { NoteLink } from "../../notes/note-link.tsx";
import { RelationBadge } from "../../notes/relation-badge.tsx";
import { StateLabel } from "../../notes/state-label.tsx";
import { useTRPC } from "../../remote/trpc.ts";

/** A note that an answer rests on, and under it the notes that it is in contest with. */
export function SourceCard({
  source: { id, title, similarity },
  number,
  above,
  statement,
  results,
}: {
  readonly source: Source;
  readonly number: number;
  /** Which sources stand above it: with them it is said there that it is in contest. */
  readonly above: readonly string[];
  readonly statement: string | undefined;
  readonly results: readonly RecallResult[];
}) {
  const trpc = useTRPC();
  const [{ data: note }, { data: links }] = useQueries({
    queries: [trpc.notes.get.queryOptions({ id }), trpc.links.ofNote.queryOptions({ id })],
  });
  const counterparts = (links ? linksOf(links) : []).filter(
    (link) => link.relation === "contradicts" && !above.includes(link.id),
  );
  return (
    <div className="relative overflow-hidden rounded-lg border border-line bg-surface">
      {note && <NoteEdge type={note.note_type} state={note.state} />}
      <NoteLink
        id={id}
        {...(statement !== undefined && { passage: statement })}
        className="flex items-baseline gap-3 py-2 pr-3 pl-4 outline-offset-[-2px] hover:bg-hover"
      >
        <span className="text-sm text-muted tabular-nums">{number}</span>
        <span className="min-w-0 flex-1">
          <span className="font-medium">{title}</span>
          {note && <StateLabel state={note.state} className="ml-2 text-xs" />}
          <WhyFound result={results.find((result) => result.id === id)} results={results} />
        </span>
        <Similarity value={similarity} />
      </NoteLink>
      {counterparts.map((other) => (
        <NoteLink
          key={`${other.incoming} ${other.id}`}
          id={other.id}
          className="flex items-baseline gap-2 border-t border-line py-1.5 pr-3 pl-10 text-sm outline-offset-[-2px] hover:bg-hover"
        >
          <RelationBadge relation="contradicts" incoming={other.incoming} />
          <span className="min-w-0">{other.title}</span>
        </NoteLink>
      ))}
    </div>
  );
}

/** A direct hit, or the links that led here from one. */
function WhyFound({
  result,
  results,
}: {
  readonly result: RecallResult | undefined;
  readonly results: readonly RecallResult[];
}) {
  if (!result) return null;
  const [step] = result.via;
  if (!step) return <span className="block text-sm text-muted">matches the question</span>;
  const otherId = step.source_id === result.id ? step.target_id : step.source_id;
  const other = results.find(({ id }) => id === otherId)?.title;
  return (
    <span className="flex flex-wrap items-baseline gap-x-2 text-sm text-muted">
      found by a link: <RelationBadge relation={step.relation} incoming={step.target_id === result.id} />
      {other && <span className="min-w-0">{other}</span>}
    </span>
  );
}

function Similarity({ value }: { readonly value: number }) {
  const percent = Math.round(value * 100);
  // A note that has no vector yet was found by its words.
  if (percent === 0) return null;
  return (
    <span
      className="flex shrink-0 items-center gap-2 text-sm text-muted tabular-nums"
      title="Similarity to the question"
    >
      <svg aria-hidden width="36" height="4" viewBox="0 0 36 4">
        <rect width="36" height="4" rx="2" fill="var(--line)" />
        <rect width={(36 * percent) / 100} height="4" rx="2" fill="var(--field-line)" />
      </svg>
      {percent} %
    </span>
  );
}
