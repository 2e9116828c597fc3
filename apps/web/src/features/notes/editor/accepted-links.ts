import { useRef, useState } from "react";
import type { Client } from "../../../remote/trpc.ts";
import type { AcceptedLink } from "./offers-of.ts";

/** The links accepted while writing. */
export interface AcceptedLinks {
  readonly list: readonly AcceptedLink[];
  add(link: AcceptedLink): void;
  remove(id: string): void;
  /** Returns the list as it is now, for a save that began earlier. */
  current(): readonly AcceptedLink[];
}

export function useAcceptedLinks(): AcceptedLinks {
  const [list, setList] = useState<readonly AcceptedLink[]>([]);
  const newest = useRef(list);
  const update = (next: readonly AcceptedLink[]): void => {
    newest.current = next;
    setList(next);
  };
  return {
    list,
    add: (link) => update([...newest.current.filter(({ id }) => id !== link.id), link]),
    remove: (id) => update(newest.current.filter((link) => link.id !== id)),
    current: () => newest.current,
  };
}

/** Makes the links of a note that was just saved. Returns those made: one that is refused does not undo the save. */
export async function makeLinks(
  client: Client,
  noteId: string,
  links: readonly AcceptedLink[],
): Promise<AcceptedLink[]> {
  const outcomes = await Promise.all(
    links.map((link) =>
      client.links.create.mutate({ source_id: noteId, target_id: link.id, relation: link.relation }).then(
        () => link,
        () => null,
      ),
    ),
  );
  return outcomes.filter((link) => link !== null);
}

/** Removes the links that a save made. */
export async function unmakeLinks(client: Client, noteId: string, links: readonly AcceptedLink[]): Promise<void> {
  for (const { id, relation } of links)
    await client.links.delete.mutate({ source_id: noteId, target_id: id, relation });
}
