import { aNoteWrite } from "@knote/testkit";
import { expect, it } from "vitest";
import { openIn, temporaryFolder } from "../testing/temporary-folder.ts";

const MODEL = "model-1";

it("reports how long notes have waited, whatever their own age, until none is due", async () => {
  using folder = temporaryFolder();
  await using storage = await openIn(folder);
  await storage.vectors.serve(MODEL);
  expect(await storage.vectors.dueSince(MODEL)).toBeNull();
  const before = Date.now();
  const write = aNoteWrite({ created_at: "2001-02-03T04:05:06.007Z" });
  await storage.notes.insert("ada", write, []);
  const since = await storage.vectors.dueSince(MODEL);
  expect(since).toBeGreaterThanOrEqual(before);
  expect(since).toBeLessThanOrEqual(Date.now());
  const windows = [{ start: 0, end: 1, vector: Float32Array.of(1) }];
  await storage.vectors.put("ada", write.note.id, { model: MODEL, revision: 1, windows, complete: true });
  expect(await storage.vectors.dueSince(MODEL)).toBeNull();
});
