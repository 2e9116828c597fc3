import type { AutoLink, Relation } from "@knote/contract";
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { Client } from "../../../remote/trpc.ts";

/** A link offered after a note was saved. */
export interface OfferedLink {
  readonly id: string;
  readonly title: string;
  readonly relation: Relation;
  /** Null for a note whose title the user inserted in the text. */
  readonly similarity: number | null;
}

export const offeredLinksKey = (noteId: string): QueryKey => ["offered-links", noteId];

/** Suggestions for an edited note below this similarity are more noise than help. */
const WORTH_OFFERING = 0.35;
const MOST_SUGGESTED = 5;

/** Looks for links of an edited note while its page is already shown. */
export async function offerLinksLater(
  { queryClient, client }: { readonly queryClient: QueryClient; readonly client: Client },
  noteId: string,
  mentions: ReadonlyMap<string, string>,
): Promise<void> {
  offerLinks(queryClient, noteId, { mentions, suggestions: [] });
  try {
    const { suggestions } = await client.notes.suggestions.query({ id: noteId, limit: MOST_SUGGESTED, rules: true });
    const worth = suggestions.filter(
      ({ target_id: to, similarity }) => similarity >= WORTH_OFFERING && !mentions.has(to),
    );
    queryClient.setQueryData<readonly OfferedLink[]>(offeredLinksKey(noteId), (old = []) => [
      ...old,
      ...worth.map(offeredFrom),
    ]);
  } catch {
    // The note is saved; missing suggestions are not worth a message.
  }
}

/** Passes the links suggested after saving to the note's page. */
export function offerLinks(
  queryClient: QueryClient,
  noteId: string,
  {
    mentions,
    suggestions,
  }: { readonly mentions: ReadonlyMap<string, string>; readonly suggestions: readonly AutoLink[] },
): void {
  const mentionedLinks = [...mentions].map(([id, title]) => ({
    id,
    title,
    relation: "relates_to" as const,
    similarity: null,
  }));
  const suggestedLinks = suggestions.filter(({ target_id: id }) => !mentions.has(id)).map(offeredFrom);
  const offeredLinks: readonly OfferedLink[] = [...mentionedLinks, ...suggestedLinks];
  queryClient.setQueryData(offeredLinksKey(noteId), offeredLinks);
}

function offeredFrom({ target_id: id, target_title: title, relation, similarity }: AutoLink): OfferedLink {
  return { id, title, relation, similarity };
}
