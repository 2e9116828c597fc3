import { aNoteWrite, aRevision, createMemoryStorage, testServices, testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { DEMO_LINKS, DEMO_NOTES } from "./demo-content.ts";
import { demoGraph } from "./demo-graph.ts";
import { DEMO_ACTOR } from "./demo-user.ts";
import { seedDemo } from "./seed-demo.ts";

const { userId } = DEMO_ACTOR;

describe("seeding the demo graph", () => {
  it("stores the graph that the demo shows", async () => {
    const { storage, readGraph } = setUp();
    await seedDemo({ storage });
    expect(await readGraph()).toEqual({ notes: new Set((await demoGraph()).notes), links: new Set(DEMO_LINKS) });
    expect((await storage.notes.counts(userId)).totalNotes).toBe(DEMO_NOTES.length);
  });

  it("changes nothing when everything is stored, and never publishes events", async () => {
    const { storage, readGraph } = setUp();
    await seedDemo({ storage });
    const before = await readGraph();
    await seedDemo({ storage });
    expect(await readGraph()).toEqual(before);
    expect(await storage.notes.history(userId, DEMO_NOTES[0]!.id, { limit: 100 })).toHaveLength(1);
    expect(await storage.activity.latest(userId, 10)).toEqual([]);
  });

  it("works in two processes at once", async () => {
    const { storage, readGraph } = setUp();
    await Promise.all([seedDemo({ storage }), seedDemo({ storage })]);
    expect((await readGraph()).links.size).toBe(DEMO_LINKS.length);
  });

  it("brings notes of an earlier version up to date, whatever differs", async () => {
    const { storage, readGraph } = setUp();
    await seedDemo({ storage });
    const changes = [
      { title: "Earlier" },
      { content: "Earlier" },
      { tags: ["earlier"] },
      { importance: 0.01 },
      { note_type: "belief" },
      { archived: true },
    ] as const;
    for (const [index, change] of changes.entries())
      await storage.notes.update(userId, aRevision(DEMO_NOTES[index * 3]!, change), []);
    await seedDemo({ storage });
    expect((await readGraph()).notes).toEqual(new Set((await demoGraph()).notes));
  });

  it("removes notes and links that only an earlier version had", async () => {
    const { storage, readGraph } = setUp();
    await seedDemo({ storage });
    const extra = aNoteWrite({ title: "Earlier" });
    await storage.notes.insert(userId, extra, []);
    const created_at = "2025-12-31T00:00:00.000Z";
    const [first, , second] = DEMO_NOTES;
    await storage.links.insert(
      userId,
      { source_id: extra.note.id, target_id: first!.id, relation: "supersedes", created_at },
      [],
    );
    await storage.links.insert(
      userId,
      { source_id: first!.id, target_id: second!.id, relation: "depends_on", created_at },
      [],
    );
    await seedDemo({ storage });
    expect(await readGraph()).toEqual({ notes: new Set((await demoGraph()).notes), links: new Set(DEMO_LINKS) });
  });

  it("is seen by no one else", async () => {
    const services = testServices();
    await seedDemo(services);
    expect((await testUser(services).api.notes.list({})).notes).toEqual([]);
  });
});

function setUp() {
  const services = testServices({ storage: createMemoryStorage() });
  const { api } = testUser(services, DEMO_ACTOR);
  const readGraph = async () => ({
    notes: new Set((await api.notes.list({ limit: 1_000 })).notes),
    links: new Set((await api.links.list({ limit: 1_000 })).links),
  });
  return { storage: services.storage, readGraph };
}
