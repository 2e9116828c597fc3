import type { Link } from "@knote/contract";
import {
  conflict,
  deriveStates,
  invalidCursor,
  isRestRelation,
  isSelectedPast,
  linkCursor,
  linkKey,
  newestLinkFirst,
  noteNotFound,
  parseLinkCursor,
  restColumns,
  type LinkStore,
  type RemovalTime,
  type RestLink,
  type RestRelation,
  type StateLink,
} from "@knote/api";
import {
  descending,
  isVisible,
  liveNote,
  ownedKey,
  visibleLinks,
  type KeptLink,
  type Shelf,
  type Tell,
} from "./shelf.ts";

/** Matches the cursors that `place` makes. */
const PLACE = /^\d{4}-\S+ [a-z_]+ \S+ \S+$/;

/** Sorts after every time. */
const END_OF_TIME = "~";

export function createMemoryLinks(shelf: Shelf, tell: Tell): LinkStore {
  const restLinks = (userId: string) =>
    [...shelf.links.values()]
      .filter((entry) => entry.userId === userId)
      .flatMap(({ link }) =>
        isRestRelation(link.relation) ? restLink(shelf, { ...link, relation: link.relation }) : [],
      );
  return {
    async insert(userId, link, notices) {
      const outcome = add(shelf, userId, link);
      if (outcome === "exists") throw conflict("This link exists.");
      if (outcome === "unknown-end") throw noteNotFound();
      await tell(userId, notices);
    },
    async insertMany(userId, links) {
      return links.map((link) => add(shelf, userId, link));
    },
    async delete(userId, link, at, notices) {
      const entry = visibleLink(shelf, userId, link);
      if (entry === null) return false;
      remove(shelf, entry, at);
      await tell(userId, notices);
      return true;
    },
    async replace(userId, from, to, { at, unlinked, linked }) {
      const entry = visibleLink(shelf, userId, from);
      if (entry === null) return "missing";
      const outcome = add(shelf, userId, to);
      if (outcome === "unknown-end") throw noteNotFound();
      remove(shelf, entry, at);
      await tell(userId, outcome === "created" ? [...unlinked, ...linked] : unlinked);
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
    async list(userId, { limit, after, createdUpTo = END_OF_TIME }) {
      const last = after === undefined ? null : parseLinkCursor(after);
      const rest = visibleLinks(shelf, userId)
        .filter((link) => link.created_at <= createdUpTo && (last === null || newestLinkFirst(last, link) < 0))
        .toSorted(newestLinkFirst);
      const links = rest.slice(0, limit);
      return { links, next: rest.length > limit ? linkCursor(links.at(-1)!) : null };
    },
    async ofNote(userId, noteId, { limit, after, createdUpTo = END_OF_TIME, end }) {
      if (after !== undefined && !PLACE.test(after)) throw invalidCursor();
      const rest = visibleLinks(shelf, userId)
        .filter((link) =>
          link.source_id === noteId ? end !== "target" : link.target_id === noteId && end !== "source",
        )
        .toSorted(newestFirst)
        .filter((link) => link.created_at <= createdUpTo && (after === undefined || place(link) < after));
      const links = rest.slice(0, limit).map((link) => {
        const other = link.source_id === noteId ? link.target_id : link.source_id;
        return { ...link, title: liveNote(shelf, userId, other)!.write.note.title };
      });
      return { links, next: rest.length > limit ? place(links.at(-1)!) : null };
    },
    async past(userId, selection) {
      const touching = selection.touching && new Set(selection.touching);
      return [...shelf.pastLinks.values()]
        .filter((entry) => entry.userId === userId && isVisible(shelf, entry) && isSelectedPast(entry.link, selection))
        .map(({ link }) => link)
        .filter(({ source_id, target_id }) => !touching || touching.has(source_id) || touching.has(target_id));
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
    allRestLinks: (userId) => restColumns(restLinks(userId)),
    async restLinks(userId, ids) {
      return restLinks(userId).filter((link) => ids.includes(link.source_id) || ids.includes(link.target_id));
    },
    restChanges: async () => null,
    async versions() {
      const version = String(shelf.writes);
      return { rests: version, standing: version, notes: version };
    },
  };
}

function add(shelf: Shelf, userId: string, link: Link): "created" | "exists" | "unknown-end" {
  const key = ownedKey(userId, link);
  if (shelf.links.has(key)) return "exists";
  if (![link.source_id, link.target_id].every((id) => shelf.notes.get(id)?.userId === userId)) return "unknown-end";
  shelf.links.set(key, { userId, link });
  shelf.pastLinks.delete(pastKey(userId, link));
  return "created";
}

function remove(shelf: Shelf, { userId, link }: KeptLink, at: RemovalTime): void {
  shelf.links.delete(ownedKey(userId, link));
  if (at !== null) shelf.pastLinks.set(pastKey(userId, link), { userId, link: { ...link, removed_at: at } });
}

function pastKey(userId: string, link: Link): string {
  return `${link.created_at} ${ownedKey(userId, link)}`;
}

function visibleLink(shelf: Shelf, userId: string, link: Omit<Link, "created_at">): KeptLink | null {
  const entry = shelf.links.get(ownedKey(userId, link));
  return entry && isVisible(shelf, entry) ? entry : null;
}

function stateLink(shelf: Shelf, userId: string, { source_id, target_id, relation, created_at }: Link): StateLink[] {
  if (relation !== "supersedes" && relation !== "contradicts") return [];
  const isArchived = (id: string) => liveNote(shelf, userId, id)?.write.note.archived === true;
  return [
    {
      source_id,
      target_id,
      relation,
      created_at,
      sourceArchived: isArchived(source_id),
      targetArchived: isArchived(target_id),
    },
  ];
}

function restLink(shelf: Shelf, link: Link & { readonly relation: RestRelation }): RestLink {
  const [source, target] = [shelf.notes.get(link.source_id)!, shelf.notes.get(link.target_id)!];
  const { archived, updated_at, claimed_at, created_at } = target.write.note;
  return {
    ...link,
    sourceArchived: source.write.note.archived,
    targetArchived: archived,
    sourceDeleted: source.deletedAt !== null,
    targetDeleted: target.deletedAt !== null,
    targetClaimedAt: claimed_at === created_at ? null : claimed_at,
    targetSetAsideAt: target.deletedAt ?? (archived ? updated_at : null),
  };
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
