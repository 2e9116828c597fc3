import type { Link } from "@knote/contract";
import { eventsOf, isRestRelation, isStateRelation, noteNotFound, type LinkStore, type Notice } from "@knote/api";
import type { Batch } from "../database/batch.ts";
import { prepareEnds } from "./link-ends.ts";
import { prepareLinkInsert, prepareLinkRemoval } from "./link-rows.ts";
import type { LinkStoreDeps } from "./store-deps.ts";

type Ends = Omit<Link, "created_at">;

export function createLinkWrites(
  { db, users, writer, standing, events: eventWriter }: LinkStoreDeps,
  changeStates: (sub: string, ids: readonly string[]) => void,
): Pick<LinkStore, "insert" | "insertMany" | "delete" | "replace"> {
  const endsOf = prepareEnds(db, { live: false });
  const insertRow = prepareLinkInsert(db);
  const removal = prepareLinkRemoval(db);
  const hasKey = db.prepare("SELECT 1 FROM links WHERE user = ? AND low = ? AND high = ? AND relation = ?");
  const liveEndsOf = prepareEnds(db, { live: true });

  function finish(
    batch: Batch,
    owner: { sub: string; user: number },
    link: Ends & { links: 1 | -1; pastLinks?: number },
    notices: readonly Notice[],
  ): void {
    const { eventSeq } = users.advance(owner.user, {
      links: link.links,
      pastLinks: link.pastLinks ?? 0,
      events: eventsOf(notices).length,
    });
    eventWriter.record(batch, owner, notices, eventSeq);
    noteMoves(batch, owner.sub, link);
  }

  function noteMoves(batch: Batch, sub: string, { source_id, target_id, relation }: Ends): void {
    if (isStateRelation(relation)) batch.afterCommit(() => changeStates(sub, [source_id, target_id]));
    if (isRestRelation(relation)) batch.afterCommit(() => standing.advanceRests(sub, [source_id, target_id]));
  }

  const insert: LinkStore["insert"] = async (sub, link, notices) => {
    await writer.write((batch) => {
      const user = users.find(sub);
      const ends = endsOf(user, link);
      if (user === null || ends === null) throw noteNotFound();
      insertRow(user, link, ends);
      const pastLinks = removal.forgetRemoval(ends, link);
      finish(batch, { sub, user }, { ...link, links: 1, pastLinks }, notices);
    });
  };

  const insertMany: LinkStore["insertMany"] = (sub, links) =>
    writer.write((batch) => {
      const user = users.find(sub);
      let [createdCount, forgottenCount] = [0, 0];
      const outcomes = links.map((link) => {
        const ends = endsOf(user, link);
        if (user === null || ends === null) return "unknown-end";
        if (hasKey.get(user, ends.low, ends.high, link.relation) !== undefined) return "exists";
        insertRow(user, link, ends);
        forgottenCount += removal.forgetRemoval(ends, link);
        createdCount++;
        noteMoves(batch, sub, link);
        return "created";
      });
      if (user !== null && createdCount > 0) users.advance(user, { links: createdCount, pastLinks: forgottenCount });
      return outcomes;
    });

  const remove: LinkStore["delete"] = (sub, link, at, notices) =>
    writer.write((batch) => {
      const user = users.find(sub);
      const ends = liveEndsOf(user, link);
      if (user === null || ends === null) return false;
      const pastLinks = removal.remove(user, ends, link.relation, at);
      if (pastLinks === null) return false;
      finish(batch, { sub, user }, { ...link, links: -1, pastLinks }, notices);
      return true;
    });

  const replace: LinkStore["replace"] = (sub, from, to, { at, unlinked, linked }) =>
    writer.write((batch) => {
      const user = users.find(sub);
      const old = liveEndsOf(user, from);
      if (user === null || old === null || !hasKey.get(user, old.low, old.high, from.relation)) return "missing";
      const ends = endsOf(user, to);
      if (ends === null) throw noteNotFound();
      const isNew = hasKey.get(user, ends.low, ends.high, to.relation) === undefined;
      const keptCount = removal.remove(user, old, from.relation, at) ?? 0;
      finish(batch, { sub, user }, { ...from, links: -1, pastLinks: keptCount }, unlinked);
      if (!isNew) return "removed";
      insertRow(user, to, ends);
      const pastLinks = removal.forgetRemoval(ends, to);
      finish(batch, { sub, user }, { ...to, links: 1, pastLinks }, linked);
      return "replaced";
    });

  return { insert, insertMany, delete: remove, replace };
}
