import { SyncError } from "@knote/sync";
import { expect, it } from "vitest";
import { ServiceAway } from "@knote/formats";
import { tempFolder } from "../testing/temp-folder.ts";
import { PassingFailure, sentenceOf } from "./sentence-of.ts";

const failure = (code: string, path?: string) => Object.assign(new Error(code), { code, ...(path && { path }) });

it.each([
  [failure("ENOSPC"), "Nothing is lost: make room, then sync again.", true],
  [failure("EACCES", "/vault/a.md"), "/vault/a.md may not be read and written (EACCES).", false],
  [failure("EIO"), "cannot be synced: EIO.", false],
  [new ServiceAway("The service is away."), "The service is away.", true],
  [new SyncError("The folder has no .knote."), "The folder has no .knote.", true],
])("says %s in a sentence, and whether it passes", async (error, sentence, isPassing) => {
  await using folder = await tempFolder();
  const answer = await sentenceOf(error, folder.path);
  expect((answer as Error).message).toContain(sentence);
  expect(answer instanceof PassingFailure).toBe(isPassing);
});

it("says of whatever fails in a folder that went away that it did", async () => {
  const answer = await sentenceOf(failure("ENOENT"), "/none/vault");
  expect((answer as Error).message).toBe("/none/vault went away while it was synced. Nothing was deleted for that.");
});

it("leaves an unexpected failure as it is", async () => {
  await using folder = await tempFolder();
  const error = new TypeError("x is undefined");
  expect(await sentenceOf(error, folder.path)).toBe(error);
});
