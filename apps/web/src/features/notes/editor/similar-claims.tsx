import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTRPCClient } from "../../../remote/trpc.ts";
import { useSettled } from "../../../kit/ui/use-settled.ts";
import { NoteLink } from "../note-link.tsx";

const SETTLE_MS = 250;
const SHORTEST = 8;
const MOST_SHOWN = 3;
/** From this similarity on, a note says much the same as the claim. */
const SIMILAR = 0.35;

/** Lists notes whose claims resemble the one being written. */
export function SimilarClaims({ title, noteId }: { readonly title: string; readonly noteId: string | null }) {
  const client = useTRPCClient();
  const query = useSettled(title.trim(), SETTLE_MS);
  const { data } = useQuery({
    queryKey: ["similar", query],
    queryFn: ({ signal }) => client.recall.recall.mutate({ query, limit: MOST_SHOWN + 1, mode: "hybrid" }, { signal }),
    enabled: query.length >= SHORTEST,
    placeholderData: keepPreviousData,
  });
  const similar = (data?.results ?? [])
    // A similarity of 0 means that the note has no vector yet and was found by its words.
    .filter(({ id, similarity }) => id !== noteId && (similarity === 0 || similarity >= SIMILAR))
    .slice(0, MOST_SHOWN);
  if (query.length < SHORTEST || similar.length === 0) return null;
  return (
    <section aria-label="Similar claims" className="-mt-2 animate-appear border-l-2 border-line pl-3 text-sm">
      <h2 className="text-muted">Similar notes</h2>
      <ul>
        {similar.map(({ id, title: claim, similarity }) => (
          <li key={id}>
            <NoteLink id={id} className="-mx-1.5 flex items-baseline gap-3 rounded px-1.5 py-0.5 hover:bg-hover">
              <span className="min-w-0 flex-1">{claim}</span>
              {similarity > 0 && (
                <span className="text-xs text-muted tabular-nums">{Math.round(similarity * 100)} %</span>
              )}
            </NoteLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
