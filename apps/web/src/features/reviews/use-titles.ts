import type { Review } from "@knote/contract";
import { useQueries } from "@tanstack/react-query";
import { useTRPC } from "../../remote/trpc.ts";

/** What a path of claims is drawn from. */
export type ShownReview = Pick<Review, "cause" | "path"> & { readonly note: Pick<Review["note"], "id" | "title"> };

const MINUTE_MS = 60_000;

/** Returns the title of each note on the path by id; one that lies between is missing until it is loaded. */
export function useTitles({ note, cause, path }: ShownReview): ReadonlyMap<string, string> {
  const trpc = useTRPC();
  const givenTitles = new Map([note, cause].map(({ id, title }) => [id, title]));
  const otherIds = path.map((step) => step.target_id).filter((id) => !givenTitles.has(id));
  const queries = useQueries({
    queries: otherIds.map((id) => trpc.notes.get.queryOptions({ id }, { staleTime: MINUTE_MS })),
  });
  const otherTitles = queries.flatMap(({ data }) => (data ? [[data.id, data.title] as const] : []));
  return new Map([...givenTitles, ...otherTitles]);
}
