import { aNoteWrite, anEvent, freshId } from "@knote/testkit";
import { expect, it } from "vitest";
import { openIn, temporaryFolder, type TemporaryStorage } from "../testing/temporary-folder.ts";

const created_at = "2026-03-01T12:00:00.000Z";

async function link(storage: TemporaryStorage, userId: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const { note, ...write } = aNoteWrite();
    await storage.notes.insert(userId, { ...write, note: { ...note, id } }, []);
  }
  const [source_id, ...targets] = ids as [string, ...string[]];
  for (const target_id of targets) {
    await storage.links.insert(userId, { source_id, target_id, relation: "extends", created_at }, []);
  }
}

async function firstCursor(ids: readonly string[], others: number): Promise<string | null> {
  using folder = temporaryFolder();
  await using storage = await openIn(folder);
  for (let other = 0; other < others; other++) await link(storage, `other-${other}`, [freshId(), freshId(), freshId()]);
  await link(storage, "ada", ids);
  return (await storage.links.list("ada", { limit: 1 })).next;
}

it("the cursor of a page of links does not depend on other users' links", async () => {
  const ids = [freshId(), freshId(), freshId()];
  const alone = await firstCursor(ids, 0);
  expect(alone).not.toBeNull();
  expect(await firstCursor(ids, 3)).toBe(alone);
});

it("refuses a cursor of an earlier version", async () => {
  using folder = temporaryFolder();
  await using storage = await openIn(folder);
  await expect(storage.links.list("ada", { limit: 1, after: `${created_at}~12` })).rejects.toMatchObject({
    code: "INVALID",
  });
});

/** Returns the mark behind the number in the id of each user's first event. */
async function marks(storage: TemporaryStorage, ...userIds: string[]): Promise<string[]> {
  const eventMarks: string[] = [];
  for (const userId of userIds) {
    await storage.activity.append(userId, [anEvent()]);
    eventMarks.push((await storage.activity.latest(userId, 1))[0]!.id.split("-")[1]!);
  }
  return eventMarks;
}

it("the ids of events count only the user's own events", async () => {
  using folder = temporaryFolder();
  await using storage = await openIn(folder);
  for (const number of [1, 2, 3]) {
    await storage.activity.append("ada", [anEvent()]);
    expect((await storage.activity.latest("ada", 1))[0]!.id).toMatch(new RegExp(`^${number}-`));
  }
});

it("the ids of events differ between users without revealing how many there are", async () => {
  using folder = temporaryFolder();
  using otherFolder = temporaryFolder();
  await using storage = await openIn(folder);
  await using other = await openIn(otherFolder);
  const here = await marks(storage, "ada", "grace", "edsger");
  const there = await marks(other, "ada", "grace", "edsger");
  expect(new Set([...here, ...there]).size).toBe(6);
  for (const mark of [...here, ...there]) expect(mark).toMatch(/^[\da-f]{8}$/);
});

it("the ids of events stay the same when the data is opened again or restored elsewhere", async () => {
  using folder = temporaryFolder();
  using elsewhere = temporaryFolder();
  const first = await openIn(folder);
  const [mark] = await marks(first, "ada");
  await first.backup(elsewhere.file("knote.db"));
  await first.close();
  await using again = await openIn(folder);
  await using restoredStorage = await openIn(elsewhere);
  for (const storage of [again, restoredStorage]) {
    expect((await storage.activity.latest("ada", 1))[0]!.id).toBe(`1-${mark}`);
    expect(await storage.activity.replay("ada", `1-${mark}`)).toEqual([]);
  }
});
