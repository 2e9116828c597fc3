import { randomUUID } from "node:crypto";
import type { Link } from "@knote/contract";
import { isRestRelation, isStateRelation, linkKey } from "@knote/api";
import type { LinkDocument } from "../collections/links.ts";

export function linkDocument(userId: string, link: Link): LinkDocument {
  return { _id: randomUUID(), userId, ...linkFields(link) };
}

/** Returns the fields that follow from the link. */
export function linkFields(link: Link) {
  return { key: linkKey(link), ...linkOf(link) };
}

export function linkOf({ source_id, target_id, relation, created_at }: Link): Link {
  return { source_id, target_id, relation, created_at };
}

/** Returns what a change of these links moves. */
export function movesOf(links: readonly Pick<Link, "relation">[]) {
  return {
    movesStates: links.some(({ relation }) => isStateRelation(relation)),
    movesRests: links.some(({ relation }) => isRestRelation(relation)),
  };
}
