import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../testing/temp-folder.ts";
import { machineId } from "./machine-id.ts";

it("makes an id once, and a new one of a file that holds none", async () => {
  await using folder = await tempFolder();
  const environment = { XDG_STATE_HOME: folder.path };
  const id = await machineId(environment);
  expect(id).toMatch(/^[\da-f-]{36}$/);
  expect(await machineId(environment)).toBe(id);
  expect(await readdir(join(folder.path, "knote"))).toEqual(["machine-id"]);
  await writeFile(join(folder.path, "knote", "machine-id"), "");
  expect(await machineId(environment)).not.toBe(id);
});

it("says so when it cannot be remembered", async () => {
  await using folder = await tempFolder();
  await writeFile(join(folder.path, "file"), "");
  await expect(machineId({ XDG_STATE_HOME: join(folder.path, "file") })).rejects.toThrow("could not tell this machine");
});
