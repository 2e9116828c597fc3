import { DatabaseSync } from "node:sqlite";
import { parseKeywordQuery } from "@knote/api";
import { anEvent } from "@knote/testkit";
import { expect, it } from "vitest";
import { examineData } from "../operations/doctor/examine-data.ts";
import { FIRST_RELEASE_NOTES, writeFirstRelease } from "../testing/first-release.ts";
import { openIn, temporaryFolder, type TemporaryFolder } from "../testing/temporary-folder.ts";
import { MIGRATIONS } from "./migrate.ts";

const MODEL = "all-minilm-l6-v2-int8-onnx";
const [OWLS, NIGHT, DELETED_NOTE, HERS] = FIRST_RELEASE_NOTES;

/** Creates a data folder as the first release left it. */
function firstRelease(now = Date.now()): TemporaryFolder {
  const folder = temporaryFolder();
  using db = new DatabaseSync(folder.file("knote.db"));
  writeFirstRelease(db, now);
  return folder;
}

it("opens data of the first release with its notes, tags, revisions and trash", async () => {
  using folder = firstRelease();
  await using storage = await openIn(folder);
  const [night, owls] = await storage.notes.list("ada", {}, { limit: 10 });
  expect([night?.id, owls?.id]).toEqual([NIGHT, OWLS]);
  expect(owls).toMatchObject({ title: "Owls hunt", content: "They hunt mice by ear.", tags: ["Birds"], revision: 2 });
  expect(night).toMatchObject({ note_type: "insight", importance: 0.9, archived: true });
  expect((await storage.notes.history("ada", OWLS, { limit: 100 })).map(({ content }) => content)).toEqual([
    "They hunt mice by ear.",
    "They hunt.",
  ]);
  expect((await storage.notes.list("ada", { tags: ["birds"] }, { limit: 10 })).map(({ id }) => id)).toEqual([OWLS]);
  expect(await storage.notes.get("ada", DELETED_NOTE)).toBeNull();
  expect(await storage.notes.restore("ada", DELETED_NOTE, () => [])).toBe(true);
  expect(await storage.notes.get("ada", HERS)).toBeNull();
  expect(await storage.notes.get("grace", HERS)).toMatchObject({ title: "Compilers translate" });
});

it("keeps the first release's links, quota, tiers and stored responses", async () => {
  const now = Date.now();
  using folder = firstRelease(now);
  await using storage = await openIn(folder);
  const { links } = await storage.links.list("ada", { limit: 10 });
  const [first] = (await storage.links.list("ada", { limit: 1 })).links;
  expect(links.map(({ relation }) => relation).toSorted()).toEqual(["extends", "relates_to"]);
  expect(links[0]).toEqual(first);
  expect(await storage.quota.usage("ada", new Date(now).toISOString().slice(0, 7), now)).toEqual({
    queries: 7,
    capableQueries: 2,
  });
  expect(await storage.users.ensure("ada", "free")).toBe("student");
  const request = { bodyHash: "hash", seed: "new", now, leaseUntil: now + 1, expiresAt: now + 2 };
  expect(await storage.idempotency.claim("ada", { key: "POST /api/workspace/notes k", ...request })).toMatchObject({
    kind: "done",
    response: { status: 201, body: `{"id":"${OWLS}"}` },
  });
});

it("keeps the first release's activity under new ids, so that an old id replays everything", async () => {
  using folder = firstRelease();
  await using storage = await openIn(folder);
  const replayedEvents = await storage.activity.replay("ada", null);
  expect(replayedEvents.map(({ event }) => event.type)).toEqual(["note_created", "recall_query", "model_used"]);
  expect(await storage.activity.replay("ada", "2-1")).toEqual(replayedEvents);
  expect(await storage.activity.replay("ada", replayedEvents[1]!.id)).toEqual(replayedEvents.slice(2));
  await storage.activity.append("ada", [anEvent("next")]);
  expect((await storage.activity.latest("ada", 1))[0]!.id).toMatch(/^4-[\da-f]{8}$/);
});

it("searches the first release's words and vectors until they are replaced", async () => {
  using folder = firstRelease();
  await using storage = await openIn(folder);
  const hits = await storage.keywords.search("ada", parseKeywordQuery("mice")!, {});
  expect(hits.map(({ id }) => id).toSorted()).toEqual([OWLS, NIGHT]);
  expect(await storage.vectors.models()).toEqual({ serving: MODEL, next: null });
  const nearest = await storage.vectors.nearest("ada", MODEL, Float32Array.of(0.6, 0.8), { limit: 5 });
  expect(nearest).toMatchObject([{ id: OWLS, similarity: expect.closeTo(1, 5) }]);
  await storage.vectors.serve(MODEL);
  expect(await storage.vectors.pending(MODEL)).toBe(3);
});

it("leaves data of the first release sound", async () => {
  using folder = firstRelease();
  {
    await using storage = await openIn(folder);
    expect(await storage.checkIntegrity()).toEqual([]);
    await storage.vectors.serve(MODEL);
  }
  expect(examineData({ dataDir: folder.path }).flatMap(({ problems }) => problems)).toEqual([]);
  using db = new DatabaseSync(folder.file("knote.db"));
  expect(db.prepare("PRAGMA user_version").get()).toEqual({ user_version: MIGRATIONS.length });
});

it("refuses data of a later release with a clear message, and changes nothing", async () => {
  using folder = firstRelease();
  await (await openIn(folder)).close();
  const path = folder.file("knote.db");
  const newer = MIGRATIONS.length + 1;
  {
    using db = new DatabaseSync(path);
    db.exec(`PRAGMA user_version = ${newer}`);
  }
  await expect(openIn(folder)).rejects.toThrow(
    `was written by a newer version of Knote (schema ${newer}, this version of Knote knows up to ${MIGRATIONS.length}). Nothing was changed.`,
  );
  using db = new DatabaseSync(path);
  expect(db.prepare("PRAGMA user_version").get()).toEqual({ user_version: newer });
  expect(db.prepare("SELECT count(*) AS notes FROM notes").get()).toEqual({ notes: 4 });
});
