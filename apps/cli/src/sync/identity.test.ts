import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../testing/temp-folder.ts";
import { identityFor, userOfToken } from "./identity.ts";

const PLACE = "https://notes.example";
const tokenWith = (payload: string) => `e30.${Buffer.from(payload).toString("base64url")}.c2ln`;

it.each([
  [tokenWith('{"sub":"github:1"}'), "github:1"],
  [tokenWith('{"sub":1}'), null],
  [tokenWith("null"), null],
  ["a.b.c", null],
  ["knote_pat_000000000000000000000000000000000000", null],
])("reads the user of the token %s", (token, user) => {
  expect(userOfToken(token)).toBe(user);
});

it.each([
  [null, "github:1", `${PLACE} (github:1)`],
  [null, null, PLACE],
  [`${PLACE} (github:1)`, "github:1", `${PLACE} (github:1)`],
  [`${PLACE} (github:1)`, null, `${PLACE} (github:1)`],
  [PLACE, "github:1", PLACE],
  [`${PLACE} (github:1)`, "github:2", null],
  ["https://other.example", null, null],
  ["https://other.example (github:1)", "github:1", null],
])("takes a folder of %s with the user %s as one of %s", async (earlier, user, identity) => {
  await using folder = await tempFolder();
  await mkdir(join(folder.path, ".knote"));
  if (earlier !== null) await writeFile(join(folder.path, ".knote", "sync.json"), JSON.stringify({ server: earlier }));
  const answer = identityFor(folder.path, { place: PLACE, user });
  if (identity === null) await expect(answer).rejects.toThrow(`The folder is synced with ${earlier}, not with`);
  else expect(await answer).toBe(identity);
});

it("counts a state that cannot be read as none", async () => {
  await using folder = await tempFolder();
  expect(await identityFor(folder.path, { place: PLACE, user: null })).toBe(PLACE);
  await mkdir(join(folder.path, ".knote"));
  for (const text of ["{", "null", "[]"]) {
    await writeFile(join(folder.path, ".knote", "sync.json"), text);
    expect(await identityFor(folder.path, { place: PLACE, user: null })).toBe(PLACE);
  }
});
