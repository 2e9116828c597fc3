import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConfigError } from "@knote/config";
import { expect, it } from "vitest";
import { openPlace } from "./open-place.ts";

it("creates no folder for a missing source", async () => {
  const dataDir = join(tmpdir(), `knote-${crypto.randomUUID()}`);
  const opening = openPlace({ kind: "sqlite", dataDir }, "source", {});
  await expect(opening).rejects.toThrow(`There is no data in the folder ${dataDir}.`);
  expect(existsSync(dataDir)).toBe(false);
});

it("asks for the Qdrant that belongs to a MongoDB", async () => {
  const opening = openPlace({ kind: "mongo", url: "mongodb://127.0.0.1:1/knote" }, "target", { JWT_SECRET: "secret" });
  await expect(opening).rejects.toThrow(ConfigError);
  await expect(opening).rejects.toThrow("QDRANT_URL");
});
