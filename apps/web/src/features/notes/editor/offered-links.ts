import type { AutoLink, Relation } from "@knote/contract";
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { Client } from "../../../remote/trpc.ts";

/** A link that is offered after a note was saved. */
export interface OfferedLink {
  readonly id: string;
  readonly title: string;
  readonly relation: Relation;
  /** Null of a note that was named in the text by hand. */
  readonly similarity: number | null;
}

export const offeredLinksKey = (noteId: string): QueryKey => ["offered-links", noteId];

/** Below this, what is suggested of an edited note is more noise than help. */
const WORTH_OFFERING = 0.35;
const MOST_SUGGESTED = 5;

/** Looks for links of a note that was edited, while its page is read already. */
export async function offerLinksLater(
  { queryClient, client }: { readonly queryClient: QueryClient; readonly client: Client },
  noteId: string,
  mentions: ReadonlyMap<string, string>,
): Promise<void> {
  offerLinks(queryClient, noteId, { mentions, suggestions: [] });
  try {
    const { suggestions } = await client.notes.suggestions.query({ id: noteId, limit: MOST_SUGGESTED });
    const worth = suggestions.filter(
      ({ target_id: to, similarity }) => similarity >= WORTH_OFFERING && !mentions.has(to),
    );
    queryClient.setQueryData<readonly OfferedLink[]>(offeredLinksKey(noteId), (old = []) => [
      ...old,
      ...worth.map(offeredFrom),
    ]);
  } catch {
    // The note is saved; that nothing is suggested needs no word.
  }
}

/** Hands the links that saving suggests to the page of the note. */
export function offerLinks(
  queryClient: QueryClient,
  noteId: string,
  {
    mentions,
    suggestions,
  }: { readonly mentions: ReadonlyMap<string, string>; readonly suggestions: readonly AutoLink[] },
): void {
  const named = [...mentions].map(([id, title]) => ({ id, title, relation: "relates_to" as const, similarity: null }));
  const suggested = suggestions.filter(({ target_id: id }) => !mentions.has(id)).map(offeredFrom);
  const offered: readonly OfferedLink[] = [...named, ...suggested];
  queryClient.setQueryData(offeredLinksKey(noteId), offered);
}

function offeredFrom({ target_id: id, target_title: title, relation, similarity }: AutoLink): OfferedLink {
  return { id, title, relation, similarity };
}
