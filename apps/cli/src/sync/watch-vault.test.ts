import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eventually } from "@knote/testkit";
import { expect, it } from "vitest";
import { syncVaults } from "../testing/sync-vaults.ts";
import { watchVault } from "./run-sync.ts";
import { systemClock } from "./system-clock.ts";

it("carries changes of files and notes as they happen, and ends cleanly", async () => {
  await using service = await syncVaults();
  const vault = await service.vault();
  await vault.write({ "Owls.md": "Hunt\n" });
  const stop = new AbortController();
  const output: string[] = [];
  const options = {
    ...{ url: service.server.url, token: service.token, init: true, yes: true, json: false },
    ...{ allowDeletes: false, adopt: false },
  };
  const deps = {
    ...service.deps((text) => void output.push(text)),
    ...{ clock: systemClock(stop.signal), signal: stop.signal },
  };
  const end = watchVault(vault.path, options, deps);
  const titles = async (): Promise<string[]> =>
    (await service.api("GET", "/api/graph/notes")).body.notes.map(({ title }: { title: string }) => title).toSorted();
  await eventually(async () => expect(await titles()).toEqual(["Owls"]));
  // What one look finds is said together, so the next change waits until it was said.
  await eventually(() => expect(output.join("")).toContain("new notes from files: 1"));
  output.length = 0;
  await vault.write({ "sub/Bats.md": "Fly\n" });
  await eventually(async () => expect(await titles()).toEqual(["Bats", "Owls"]));
  await eventually(() => expect(output.join("")).toContain("new notes from files: 1"));
  await service.api("POST", "/api/workspace/notes", { title: "Mice", content: "Squeak", note_type: "fact" });
  await eventually(async () => expect((await vault.texts())["Mice.md"]).toContain("Squeak"));
  await expect(vault.sync()).rejects.toThrow("Another sync of this folder is running.");
  stop.abort();
  expect(await end).toBe(0);
  await writeFile(join(vault.path, "Late.md"), "Too late\n");
  expect(await titles()).toEqual(["Bats", "Mice", "Owls"]);
  await rm(join(vault.path, "Late.md"));
  expect(await vault.sync()).toEqual({ code: 0, text: expect.stringMatching(/Both sides are alike\.\n$/) });
});

it("ends at a token that is refused, and before it has begun", async () => {
  await using service = await syncVaults();
  const vault = await service.vault();
  const options = { url: service.server.url, init: true, yes: true, json: false, allowDeletes: false, adopt: false };
  const watch = (token: string) => watchVault(vault.path, { ...options, token }, service.deps());
  await expect(watch("a.b.c")).rejects.toThrow("The service answered 401");
  await expect(
    watchVault(vault.path, { ...options, token: service.token, yes: false }, service.deps()),
  ).rejects.toThrow("Add --yes to begin without a question.");
});

it("waits for a folder that went away, and deletes nothing", async () => {
  await using service = await syncVaults();
  const vault = await service.vault();
  await vault.write({ "Owls.md": "Hunt\n" });
  await vault.sync();
  const stop = new AbortController();
  const output: string[] = [];
  const options = {
    ...{ url: service.server.url, token: service.token, init: false, yes: false, json: false },
    ...{ allowDeletes: false, adopt: false },
  };
  const deps = {
    ...service.deps((text) => void output.push(text)),
    ...{ clock: systemClock(stop.signal), signal: stop.signal },
  };
  const end = watchVault(vault.path, options, deps);
  await eventually(() => expect(output).toEqual([`Watching ${vault.path}.\n`]));
  await rename(vault.path, `${vault.path}-away`);
  await service.api("POST", "/api/workspace/notes", { title: "Mice", content: "Squeak", note_type: "fact" });
  await eventually(() =>
    expect(output[1]).toBe(
      `${vault.path} went away while it was synced. Nothing was deleted for that. Trying again.\n`,
    ),
  );
  await rename(`${vault.path}-away`, vault.path);
  await eventually(async () => expect(Object.keys(await vault.texts()).toSorted()).toEqual(["Mice.md", "Owls.md"]));
  stop.abort();
  expect(await end).toBe(0);
  expect((await service.api("GET", "/api/graph/stats")).body.total_notes).toBe(2);
});
