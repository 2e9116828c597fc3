import type { CauseKind, NamedNote } from "@knote/contract";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../remote/trpc.ts";
import { countOf } from "../../kit/count-of.ts";

const MOST_SHOWN = 3;

/** Says which notes would need review if the note changed; nothing while that is loading, and when there are none. */
export function ImpactNotice({
  id,
  becomes,
  name = "this",
  className = "",
}: {
  readonly id: string;
  readonly becomes: CauseKind;
  /** How the note is called in the sentence. */
  readonly name?: string;
  readonly className?: string;
}) {
  const { data } = useQuery(useTRPC().reviews.impact.queryOptions({ id, if: becomes, limit: MOST_SHOWN }));
  return data ? <Falls falls={data.falls} total={data.total} name={name} className={className} /> : null;
}

/** Says which notes would need review: how many, and the first ones. */
export function Falls({
  falls,
  total,
  name,
  className = "",
}: {
  readonly falls: readonly NamedNote[];
  readonly total: number;
  readonly name: string;
  readonly className?: string;
}) {
  if (total === 0) return null;
  const more = total - falls.length;
  return (
    <div role="status" className={className}>
      <p>
        {countOf(total, "note rests", "notes rest")} on {name} and will need review:
      </p>
      <ul className="mt-1 list-disc pl-5 text-muted">
        {falls.map((note) => (
          <li key={note.id}>{note.title}</li>
        ))}
        {more > 0 && <li className="list-none">and {countOf(more, "more", "more")}</li>}
      </ul>
    </div>
  );
}
