import type { Link } from "@knote/contract";
import {
  conflict,
  deriveStates,
  invalidCursor,
  linkKey,
  noteNotFound,
  type ActivityLog,
  type LinkStore,
  type StateLink,
} from "@knote/api";
import { descending, isVisible, liveNote, ownedKey, visibleLinks, type KeptLink, type Shelf } from "./shelf.ts";

/** Matches the cursors that `place` makes. */
const PLACE = /^\d{4}-\S+ [a-z_]+ \S+ \S+$/;

export function createMemoryLinks(shelf: Shelf, activity: ActivityLog): LinkStore {
  return {
    async insert(userId, link, events) {
      const outcome = add(shelf, userId, link);
      if (outcome === "exists") throw conflict("This link exists.");
      if (outcome === "unknown-end") throw noteNotFound();
      await activity.append(userId, events);
    },
    async insertMany(userId, links) {
      return links.map((link) => add(shelf, userId, link));
    },
    async delete(userId, link, events) {
      if (visibleLink(shelf, userId, link) === null) return false;
      shelf.links.delete(ownedKey(userId, link));
      await activity.append(userId, events);
      return true;
    },
    async replace(userId, from, to, { unlinked, linked }) {
      if (visibleLink(shelf, userId, from) === null) return "missing";
      const outcome = add(shelf, userId, to);
      if (outcome === "unknown-end") throw noteNotFound();
      shelf.links.delete(ownedKey(userId, from));
      await activity.append(userId, outcome === "created" ? [...unlinked, ...linked] : unlinked);
      return outcome === "created" ? "replaced" : "removed";
    },
    async get(userId, link) {
      return visibleLink(shelf, userId, link)?.link ?? null;
    },
    async listTouching(userId, noteIds, limit) {
      const links = visibleLinks(shelf, userId).toSorted(newestFirst);
      const newestLinks = new Set(noteIds.flatMap((id) => links.filter((link) => touches(link, id)).slice(0, limit)));
      return links.filter((link) => newestLinks.has(link));
    },
    async list(userId, { limit, after }) {
      if (after !== undefined && !PLACE.test(after)) throw invalidCursor();
      const rest = visibleLinks(shelf, userId)
        .toSorted(newestFirst)
        .filter((link) => after === undefined || place(link) < after);
      const links = rest.slice(0, limit);
      const last = links.at(-1);
      return { links, next: last && rest.length > limit ? place(last) : null };
    },
    async ofNote(userId, noteId, { limit, after, end }) {
      if (after !== undefined && !PLACE.test(after)) throw invalidCursor();
      const rest = visibleLinks(shelf, userId)
        .filter((link) =>
          link.source_id === noteId ? end !== "target" : link.target_id === noteId && end !== "source",
        )
        .toSorted(newestFirst)
        .filter((link) => after === undefined || place(link) < after);
      const links = rest.slice(0, limit).map((link) => {
        const other = link.source_id === noteId ? link.target_id : link.source_id;
        return { ...link, title: liveNote(shelf, userId, other)!.write.note.title };
      });
      return { links, next: rest.length > limit ? place(links.at(-1)!) : null };
    },
    async supersedes(userId, newer, older) {
      const reachedIds = new Set([newer]);
      // Iterating a set includes elements added meanwhile.
      for (const id of reachedIds) {
        for (const { userId: owner, link } of shelf.links.values())
          if (owner === userId && link.relation === "supersedes" && link.source_id === id)
            reachedIds.add(link.target_id);
      }
      return newer !== older && reachedIds.has(older);
    },
    async states(userId) {
      const links = visibleLinks(shelf, userId).toReversed();
      return await deriveStates(links.flatMap((link) => stateLink(shelf, userId, link)));
    },
  };
}

function add(shelf: Shelf, userId: string, link: Link): "created" | "exists" | "unknown-end" {
  const key = ownedKey(userId, link);
  if (shelf.links.has(key)) return "exists";
  if (![link.source_id, link.target_id].every((id) => shelf.notes.get(id)?.userId === userId)) return "unknown-end";
  shelf.links.set(key, { userId, link });
  return "created";
}

function visibleLink(shelf: Shelf, userId: string, link: Omit<Link, "created_at">): KeptLink | null {
  const entry = shelf.links.get(ownedKey(userId, link));
  return entry && isVisible(shelf, entry) ? entry : null;
}

function stateLink(shelf: Shelf, userId: string, { source_id, target_id, relation }: Link): StateLink[] {
  if (relation !== "supersedes" && relation !== "contradicts") return [];
  const isArchived = (id: string) => liveNote(shelf, userId, id)?.write.note.archived === true;
  return [
    {
      source_id,
      target_id,
      relation,
      sourceArchived: isArchived(source_id),
      targetArchived: isArchived(target_id),
    },
  ];
}

function touches(link: Link, noteId: string): boolean {
  return link.source_id === noteId || link.target_id === noteId;
}

/** Returns the link's cursor, which sorts like the list. */
function place(link: Link): string {
  return `${link.created_at} ${linkKey(link)}`;
}

function newestFirst(one: Link, other: Link): number {
  return descending(place(one), place(other));
}
