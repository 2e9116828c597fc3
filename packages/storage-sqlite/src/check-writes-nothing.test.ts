import { DatabaseSync } from "node:sqlite";
import { HASH_MODEL, testServices, testUser } from "@knote/testkit";
import { expect, it } from "vitest";
import { openIn, temporaryFolder } from "./testing/temporary-folder.ts";

/** Returns all rows of all tables. */
function everything(path: string): unknown {
  using db = new DatabaseSync(path, { readOnly: true });
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
  return tables.map(({ name }) => [
    name,
    db
      .prepare(`SELECT * FROM "${String(name)}"`)
      .all()
      .map((row) => JSON.stringify(Object.values(row).map(String))),
  ]);
}

it("leaves every row as it was", async () => {
  using folder = temporaryFolder();
  await using storage = await openIn(folder);
  await storage.vectors.serve(HASH_MODEL);
  const user = testUser(testServices({ storage }));
  const { id } = await user.note("Sleep consolidates memory");
  await user.link(await user.note("Tea calms me"), "supersedes", await user.note("Tea keeps me awake"));
  const before = everything(storage.path);
  const { findings } = await user.api.notes.check({
    title: "Sleep does not consolidate memory",
    content: "Tea keeps me awake, so I do not know. ".repeat(50),
    judge: true,
  });
  expect(findings.map(({ rule }) => rule)).toEqual(["says_otherwise", "rests_on_old"]);
  await user.api.notes.check({ id, title: "Sleep consolidates memory" });
  expect(everything(storage.path)).toEqual(before);
});
