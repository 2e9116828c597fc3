import type { Link } from "@knote/contract";
import { type LinkStore, linkKey, newestLinkFirst } from "../ports/link-store.ts";
import type { GraphThen } from "./graph-then.ts";

/** Reads the links that stood then. */
export function pastLinkStore({ ctx, at, states }: GraphThen): Pick<LinkStore, "states" | "listTouching"> {
  const { links } = ctx.storage;
  return {
    states: async () => states,
    async listTouching(userId, noteIds, limit) {
      const ids = [...new Set(noteIds)];
      const [pages, removedLinks] = await Promise.all([
        Promise.all(ids.map((id) => links.ofNote(userId, id, { limit, createdUpTo: at }))),
        links.past(userId, { createdUpTo: at, removedAfter: at, touching: ids }),
      ]);
      const byKey = new Map<string, Link>();
      for (const [index, id] of ids.entries()) {
        const ownRemovedLinks = removedLinks.filter((link) => link.source_id === id || link.target_id === id);
        const touching = [...pages[index]!.links, ...ownRemovedLinks].map(linkOf).toSorted(newestLinkFirst);
        for (const link of touching.slice(0, limit)) byKey.set(linkKey(link), link);
      }
      return [...byKey.values()].toSorted(newestLinkFirst);
    },
  };
}

function linkOf({ source_id, target_id, relation, created_at }: Link): Link {
  return { source_id, target_id, relation, created_at };
}
