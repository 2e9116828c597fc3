import { conflict, noteNotFound, type NoteStore } from "@knote/api";
import type { Link } from "@knote/contract";
import type { CarriedMessage } from "../collections/webhooks.ts";
import { carrying } from "./message-relay.ts";
import { isDuplicate } from "../connection/duplicate-keys.ts";
import { createLinkEnds } from "./link-ends.ts";
import { linkDocument, movesOf } from "./link-document.ts";
import { newNote, unindexedFields } from "./note-document.ts";
import type { NoteStoreDeps } from "./store-deps.ts";
import type { NotePurging } from "./note-purging.ts";

/**
 * Stores the note as one that is being purged, so that nobody sees it or links to it, then its links; the write that
 * shows the note shows them too. An insert that is interrupted before is purged: here, or by the next sweep.
 */
export function createLinkedInserts(
  { collections, owners, clock, record, relay }: NoteStoreDeps,
  { abandon }: Pick<NotePurging, "abandon">,
): NoteStore["insertLinked"] {
  const { notes, links } = collections;
  const ends = createLinkEnds(collections);

  async function requireTargets(userId: string, givenLinks: readonly Link[]): Promise<void> {
    const knownIds = await ends.knownIds(userId, givenLinks);
    if (givenLinks.some(({ target_id }) => !knownIds.has(target_id))) throw noteNotFound();
  }

  async function show(_id: string, userId: string, making: number, messages: readonly CarriedMessage[]): Promise<void> {
    const change = {
      $set: { live: true, ...unindexedFields(clock.now()) },
      $unset: { purging: true as const, making: true as const },
      ...carrying(messages),
    };
    const { matchedCount } = await notes.updateOne({ _id, userId, making }, change);
    if (matchedCount === 0) throw conflict("The note took too long to be stored; try again.", { retryAfterSeconds: 1 });
  }

  return async (sub, write, givenLinks, notices) => {
    const owner = await owners.ensure(sub);
    await requireTargets(owner.id, givenLinks);
    const messages = relay.of(owner, notices);
    const making = clock.now();
    const { due: _due, dueSince: _since, ...note } = newNote(owner.id, { ...write, key: null }, making);
    try {
      await notes.insertOne({ ...note, live: false, purging: true, making });
    } catch (error) {
      throw isDuplicate(error) ? conflict("A note of this id exists.", { cause: error }) : error;
    }
    try {
      if (givenLinks.length > 0) await links.insertMany(givenLinks.map((link) => linkDocument(owner.id, link)));
      // A target may have been purged after it was looked up, before these links existed.
      await requireTargets(owner.id, givenLinks);
      await show(note._id, owner.id, making, messages);
    } catch (error) {
      // If this fails too, the sweep purges the note.
      await abandon(owner.id, note._id, making).catch(() => undefined);
      throw error;
    }
    relay.handOn(owner, { collection: "notes", _id: note._id }, messages);
    await record(owner, { notices, notes: 1, words: write.terms.length, ...movesOf(givenLinks) });
  };
}
