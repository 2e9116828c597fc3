import type { Relation, TendedNote } from "@knote/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { NoteCard } from "../../features/notes/note-card.tsx";
import { RelationBadge } from "../../features/notes/relation-badge.tsx";
import { ClaimPath } from "../../features/reviews/claim-path.tsx";
import { useWaiting } from "../../features/tend/use-waiting.ts";
import { useTRPC } from "../../remote/trpc.ts";

/** Shows the newest matter that needs tending; nothing when there is none. */
export function Attention() {
  const waiting = useWaiting();
  if (!waiting) return null;
  const total = waiting.contested + waiting.reviews;
  if (total === 0) return null;
  return (
    <section aria-labelledby="attention" className="mt-8">
      <div className="flex items-baseline justify-between pb-2">
        <h2 id="attention" className="font-medium">
          Needs attention
        </h2>
        <Link to="/tend" className="text-sm text-muted hover:underline">
          Tend {total === 1 ? "it" : `all ${total}`}
        </Link>
      </div>
      {waiting.contested > 0 ? <NewestContest /> : <NewestReview />}
    </section>
  );
}

function NewestContest() {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.tend.contested.queryOptions({ limit: 1 }));
  const pair = data?.pairs[0];
  if (!pair) return null;
  return <SideBySide left={pair.source} relation="contradicts" right={pair.target} />;
}

function NewestReview() {
  const { data } = useQuery(useTRPC().reviews.list.queryOptions({ limit: 1 }));
  const review = data?.reviews[0];
  if (!review) return null;
  return (
    <div className="rounded-lg border border-line bg-surface px-4 py-3">
      <ClaimPath review={review} />
    </div>
  );
}

function SideBySide({
  left,
  relation,
  right,
}: {
  readonly left: TendedNote;
  readonly relation: Relation;
  readonly right: TendedNote;
}) {
  return (
    <div className="grid gap-3 sm:grid-cols-[1fr_auto_1fr]">
      <NoteCard note={left} />
      <span className="place-self-center">
        <RelationBadge relation={relation} />
      </span>
      <NoteCard note={right} />
    </div>
  );
}
