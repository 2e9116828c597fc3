import type { SourceNote } from "@knote/contract";
import { useQuery } from "@tanstack/react-query";
import { useAsOf } from "../../remote/past/use-as-of.ts";
import { useTRPC } from "../../remote/trpc.ts";
import type { KeptSource } from "./answer-history.ts";
import { readCitations } from "./citations.ts";
import { SourceCard } from "./source-card.tsx";

/** Lists the notes that an answer rests on: how similar each is, why it was found, and what contradicts it. */
export function SourceList({
  answer,
  sources,
  isFresh,
}: {
  readonly answer: string;
  readonly sources: readonly KeptSource[];
  /** Whether the answer has just arrived with current sources; for an older answer they are fetched again. */
  readonly isFresh: boolean;
}) {
  const now = useSourcesNow(sources, isFresh);
  const citations = readCitations(answer);
  const statementOf = (number: number) =>
    citations.flatMap((part) => ("number" in part && part.number === number ? [part.statement] : []))[0];
  return (
    <section aria-label="Sources" className="mt-6">
      <h2 className="mb-2 text-sm text-muted">
        {sources.length === 1 ? "Rests on one note" : `Rests on ${sources.length} notes`}
      </h2>
      <ol className="flex flex-col gap-2">
        {sources.map((source, index) => (
          <li key={source.id}>
            <SourceCard
              source={{ ...source, ...now?.find(({ id }) => id === source.id) }}
              isGone={now !== undefined && now.every(({ id }) => id !== source.id)}
              number={index + 1}
              above={sources.slice(0, index).map(({ id }) => id)}
              statement={statementOf(index + 1)}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Returns the present state of the notes; undefined until known, and in the past. Events about the notes refresh it. */
function useSourcesNow(sources: readonly KeptSource[], isFresh: boolean): readonly SourceNote[] | undefined {
  const { asOf } = useAsOf();
  const options = useTRPC().recall.sources.queryOptions({ ids: sources.map(({ id }) => id) });
  const { data } = useQuery({
    ...options,
    staleTime: Infinity,
    enabled: asOf === null,
    ...(isFresh && { initialData: { sources: sources.filter(isWhole) } }),
  });
  return data?.sources;
}

function isWhole(source: KeptSource): source is KeptSource & SourceNote {
  return source.contradicts !== undefined;
}
