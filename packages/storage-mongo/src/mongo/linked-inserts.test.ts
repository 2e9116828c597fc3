import { createAlarm } from "@knote/api";
import type { Link } from "@knote/contract";
import { aNoteWrite, freshUserId, testClock, withService } from "@knote/testkit";
import { createConnection, type Connection } from "mongoose";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createDatabase, type TestDatabase } from "../testing/open-database.ts";
import { mortalCollections, type Death } from "../testing/mortal-collections.ts";
import { collectionsOf } from "./collections/collections.ts";
import type { MongoDocuments } from "./open-mongo.ts";
import { createActiveWebhooks } from "./stores/active-webhooks.ts";
import { createLeases } from "./outbox/leases.ts";
import { createMessageRelay } from "./stores/message-relay.ts";
import { createRemovals } from "./stores/removals.ts";
import { createEventFeeds } from "./stores/event-feeds.ts";
import { createLedgers } from "./stores/ledgers.ts";
import { createNoteStore } from "./stores/note-store.ts";
import { createOwners } from "./stores/owners.ts";

const TEN_MINUTES = 600_000;

withService("TEST_MONGODB_URL", (url) => {
  const clock = testClock(Date.now());
  let database: TestDatabase;
  let survivor: MongoDocuments;
  let connection: Connection;

  vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

  beforeAll(async () => {
    database = await createDatabase(url);
    survivor = await database.open({ clock });
    connection = await createConnection(url, { dbName: database.name }).asPromise();
  });

  afterAll(async () => {
    await connection.close();
    await survivor.close();
    await database[Symbol.asyncDispose]();
  });

  /** The note store of a process that dies. */
  function notesUntil(death: Death) {
    const collections = mortalCollections(collectionsOf(connection), death);
    const warn = () => undefined;
    const { record } = createLedgers({ collections, feeds: createEventFeeds(warn), clock, warn });
    const removals = createRemovals(collections);
    const owners = createOwners(collections);
    const active = createActiveWebhooks({ collections, owners, warn });
    active.stop();
    const { take: takeLease } = createLeases({ collections, clock });
    const relay = createMessageRelay({ collections, owners, active, alarm: createAlarm(warn), clock, takeLease, warn });
    return createNoteStore({ collections, owners, clock, record, removals, relay });
  }

  async function setUp() {
    const sub = freshUserId();
    const targets = [aNoteWrite({ title: "Owls hunt" }), aNoteWrite({ title: "Owls are hunters" })];
    for (const target of targets) await survivor.notes.insert(sub, target, []);
    const write = aNoteWrite({ title: "Merged claim" });
    const { id, created_at } = write.note;
    const links = targets.map(({ note }): Link => ({
      source_id: id,
      target_id: note.id,
      relation: "supersedes",
      created_at,
    }));
    return { sub, write, links };
  }

  /** Returns what a reader sees: whether the note is there, and how many links, states and listed notes. */
  async function readView(sub: string, id: string) {
    const [note, { links }, listedNotes] = await Promise.all([
      survivor.notes.get(sub, id),
      survivor.links.list(sub, { limit: 10 }),
      survivor.notes.list(sub, {}, { limit: 10 }),
    ]);
    const { newerOf } = await survivor.links.states(sub);
    const states = [...newerOf.values()].flat().length;
    return { note: note !== null, links: links.length, states, listed: listedNotes.length };
  }

  async function documentsOf(id: string): Promise<number> {
    const notes = await database.raw.collection<{ _id: string }>("notes").countDocuments({ _id: id });
    return notes + (await database.raw.collection("links").countDocuments({ source_id: id }));
  }

  const NOTHING = { note: false, links: 0, states: 0, listed: 2 };
  const ALL = { note: true, links: 2, states: 2, listed: 3 };

  describe("a note with its links", () => {
    it.each<Death & { readonly expectedView: object }>([
      { writes: 0, when: "before", expectedView: NOTHING },
      { writes: 0, when: "after", expectedView: NOTHING },
      { writes: 1, when: "before", expectedView: NOTHING },
      { writes: 1, when: "after", expectedView: NOTHING },
      { writes: 2, when: "before", expectedView: NOTHING },
      { writes: 2, when: "after", expectedView: ALL },
      { writes: 3, when: "before", expectedView: ALL },
    ])("is there whole or not at all when a process dies $when write $writes", async ({ expectedView, ...death }) => {
      const { sub, write, links } = await setUp();
      await expect(notesUntil(death).insertLinked(sub, write, links, [])).rejects.toThrow("killed");
      expect(await readView(sub, write.note.id)).toEqual(expectedView);
      await survivor.sweep();
      clock.advance(TEN_MINUTES + 1);
      await survivor.sweep();
      expect(await readView(sub, write.note.id)).toEqual(expectedView);
      expect(await documentsOf(write.note.id)).toBe(expectedView === ALL ? 3 : 0);
    });

    it("is not touched by another process's sweep for ten minutes", async () => {
      const { sub, write, links } = await setUp();
      await notesUntil({ writes: 1, when: "after" })
        .insertLinked(sub, write, links, [])
        .catch(() => undefined);
      clock.advance(TEN_MINUTES);
      await survivor.sweep();
      expect(await documentsOf(write.note.id)).toBe(3);
      clock.advance(1);
      await survivor.sweep();
      expect(await documentsOf(write.note.id)).toBe(0);
    });

    it("leaves nothing when the server refuses a write and the process lives on", async () => {
      const { sub, write, links } = await setUp();
      const duplicateLinks = [...links, links[0]!];
      await expect(survivor.notes.insertLinked(sub, write, duplicateLinks, [])).rejects.toThrow();
      expect(await readView(sub, write.note.id)).toEqual(NOTHING);
      expect(await documentsOf(write.note.id)).toBe(0);
    });
  });
});
