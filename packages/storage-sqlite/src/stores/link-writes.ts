import type { ActivityEvent, Relation } from "@knote/contract";
import { isStateRelation, noteNotFound, type LinkStore } from "@knote/api";
import type { Batch } from "../database/batch.ts";
import { prepareEnds } from "./link-ends.ts";
import { prepareLinkInsert } from "./link-rows.ts";
import type { LinkStoreDeps } from "./store-deps.ts";

export function createLinkWrites(
  { db, users, writer, events: eventWriter }: LinkStoreDeps,
  forgetStates: (sub: string) => void,
): Pick<LinkStore, "insert" | "insertMany" | "delete" | "replace"> {
  const endsOf = prepareEnds(db, { live: false });
  const insertRow = prepareLinkInsert(db);
  const deleteRow = db.prepare("DELETE FROM links WHERE user = ? AND low = ? AND high = ? AND relation = ?");
  const hasKey = db.prepare("SELECT 1 FROM links WHERE user = ? AND low = ? AND high = ? AND relation = ?");
  const liveEndsOf = prepareEnds(db, { live: true });

  function finish(
    batch: Batch,
    owner: { sub: string; user: number },
    link: { relation: Relation; links: 1 | -1 },
    events: readonly ActivityEvent[],
  ): void {
    const { eventSeq } = users.advance(owner.user, { links: link.links, events: events.length });
    eventWriter.record(batch, owner, events, eventSeq);
    if (isStateRelation(link.relation)) batch.afterCommit(() => forgetStates(owner.sub));
  }

  const insert: LinkStore["insert"] = async (sub, link, events) => {
    await writer.write((batch) => {
      const user = users.find(sub);
      const ends = endsOf(user, link);
      if (user === null || ends === null) throw noteNotFound();
      insertRow(user, link, ends);
      finish(batch, { sub, user }, { relation: link.relation, links: 1 }, events);
    });
  };

  const insertMany: LinkStore["insertMany"] = (sub, links) =>
    writer.write((batch) => {
      const user = users.find(sub);
      let createdCount = 0;
      const outcomes = links.map((link) => {
        const ends = endsOf(user, link);
        if (user === null || ends === null) return "unknown-end";
        if (hasKey.get(user, ends.low, ends.high, link.relation) !== undefined) return "exists";
        insertRow(user, link, ends);
        createdCount++;
        if (isStateRelation(link.relation)) batch.afterCommit(() => forgetStates(sub));
        return "created";
      });
      if (user !== null && createdCount > 0) users.advance(user, { links: createdCount });
      return outcomes;
    });

  const remove: LinkStore["delete"] = (sub, link, events) =>
    writer.write((batch) => {
      const user = users.find(sub);
      const ends = liveEndsOf(user, link);
      if (user === null || ends === null) return false;
      if (deleteRow.run(user, ends.low, ends.high, link.relation).changes === 0) return false;
      finish(batch, { sub, user }, { relation: link.relation, links: -1 }, events);
      return true;
    });

  const replace: LinkStore["replace"] = (sub, from, to, { unlinked, linked }) =>
    writer.write((batch) => {
      const user = users.find(sub);
      const old = liveEndsOf(user, from);
      if (user === null || old === null || !hasKey.get(user, old.low, old.high, from.relation)) return "missing";
      const ends = endsOf(user, to);
      if (ends === null) throw noteNotFound();
      const isNew = hasKey.get(user, ends.low, ends.high, to.relation) === undefined;
      deleteRow.run(user, old.low, old.high, from.relation);
      finish(batch, { sub, user }, { relation: from.relation, links: -1 }, unlinked);
      if (!isNew) return "removed";
      insertRow(user, to, ends);
      finish(batch, { sub, user }, { relation: to.relation, links: 1 }, linked);
      return "replaced";
    });

  return { insert, insertMany, delete: remove, replace };
}
