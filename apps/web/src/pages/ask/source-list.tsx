import type { Source } from "@knote/contract";
import { useQuery } from "@tanstack/react-query";
import { useTRPCClient } from "../../remote/trpc.ts";
import { readCitations } from "./citations.ts";
import { SourceCard } from "./source-card.tsx";

const MOST_FOUND = 20;

/** The notes that an answer rests on: how near each is, why it was found, and who contradicts it. */
export function SourceList({
  question,
  answer,
  sources,
}: {
  readonly question: string;
  readonly answer: string;
  readonly sources: readonly Source[];
}) {
  const client = useTRPCClient();
  const found = useQuery({
    queryKey: ["recall", question],
    queryFn: () => client.recall.recall.mutate({ query: question, limit: MOST_FOUND }),
  });
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
              source={source}
              number={index + 1}
              above={sources.slice(0, index).map(({ id }) => id)}
              statement={statementOf(index + 1)}
              results={found.data?.results ?? []}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}
