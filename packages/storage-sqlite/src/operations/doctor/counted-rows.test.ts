import { aLink, anEvent, aNoteWrite } from "@knote/testkit";
import { LIMITS } from "@knote/contract";
import { expect, it } from "vitest";
import { DatabaseSync } from "node:sqlite";
import { openIn, temporaryFolder, type TemporaryFolder } from "../../testing/temporary-folder.ts";
import { examineData } from "./examine-data.ts";

function problemsIn(folder: TemporaryFolder): string[] {
  return examineData({ dataDir: folder.path }).flatMap(({ problems }) => problems.map(({ what }) => what));
}

function run(folder: TemporaryFolder, sql: string): void {
  using db = new DatabaseSync(folder.file("knote.db"));
  db.exec(sql);
}

it("counts links however they are added and removed", async () => {
  using folder = temporaryFolder();
  await using storage = await openIn(folder);
  const ids = ["ada", "grace"].map((sub) => ({ sub, notes: Array.from({ length: 5 }, () => aNoteWrite()) }));
  for (const { sub, notes } of ids) {
    for (const write of notes) await storage.notes.insert(sub, write, []);
    const [a, b, c, d, e] = notes.map(({ note }) => note.id) as [string, string, string, string, string];
    const link = aLink({ source_id: a, target_id: b, relation: "extends" });
    await storage.links.insert(sub, link, []);
    await expect(storage.links.insert(sub, link, [])).rejects.toMatchObject({ code: "CONFLICT" });
    const many = [c, d, e, a].map((id) => aLink({ source_id: b, target_id: id, relation: "relates_to" }));
    const unknown = aLink({ source_id: a, target_id: "0195cf6a-7c00-7000-8000-000000000000" });
    expect(await storage.links.insertMany(sub, [...many, many[0]!, unknown])).toEqual([
      ...Array.from({ length: 4 }, () => "created"),
      "exists",
      "unknown-end",
    ]);
    await storage.links.delete(sub, many[1]!, null, []);
    await storage.notes.delete(sub, c, new Date().toISOString(), []);
    await storage.notes.purge(sub, a, []);
  }
  expect(problemsIn(folder)).toEqual([]);
  await storage.users.erase("grace", 0);
  expect(problemsIn(folder)).toEqual([]);
  run(folder, "DELETE FROM links WHERE link = (SELECT min(link) FROM links)");
  expect(problemsIn(folder)).toEqual(["users with fewer links than were counted"]);
});

it("reports lost oldest events, but none that were trimmed as too many", async () => {
  using folder = temporaryFolder();
  await using storage = await openIn(folder);
  const append = (count: number) =>
    storage.activity.append(
      "ada",
      Array.from({ length: count }, () => anEvent()),
    );
  await append(LIMITS.replayEvents);
  expect(problemsIn(folder)).toEqual([]);
  await append(1);
  expect(problemsIn(folder)).toEqual([]);
  run(folder, "DELETE FROM events WHERE seq = (SELECT min(seq) FROM events)");
  expect(problemsIn(folder)).toEqual(["users whose oldest events are missing"]);
});

it("reports that all events of a user are lost", async () => {
  using folder = temporaryFolder();
  await using storage = await openIn(folder);
  await storage.activity.append("ada", [anEvent()]);
  run(folder, "DELETE FROM events");
  expect(problemsIn(folder)).toEqual(["users whose oldest events are missing"]);
});

it("reports a gap in the numbers of users", async () => {
  using folder = temporaryFolder();
  await using storage = await openIn(folder);
  for (const sub of ["ada", "grace", "alan"]) await storage.users.ensure(sub, "free");
  expect(problemsIn(folder)).toEqual([]);
  run(folder, "DELETE FROM users WHERE sub = 'grace'");
  expect(problemsIn(folder)).toEqual(["gaps in the numbers of users, whose rows are never removed"]);
});
