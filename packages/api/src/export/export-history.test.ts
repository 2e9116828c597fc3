import { testServices, testUser } from "@knote/testkit";
import { expect, it } from "vitest";
import { exportGraph } from "./export-graph.ts";
import type { ExportLine } from "./export-line.ts";

it("goes on from the revision that the export has, even if the note has changed meanwhile", async () => {
  const services = testServices();
  const { api, ctx } = testUser(services);
  const { id } = await api.notes.create({ title: "First", content: "c", note_type: "fact" });
  await api.notes.create({ title: "Unchanged", content: "c", note_type: "fact" });
  await api.notes.update({ id, title: "Second" });
  const { notes } = services.storage;
  const readIds: string[] = [];
  const storage = {
    ...ctx.storage,
    notes: {
      ...notes,
      history: (...call: Parameters<typeof notes.history>) => {
        readIds.push(call[1]);
        return notes.history(...call);
      },
    },
  };
  const lines: ExportLine[] = [];
  for await (const batch of exportGraph({ ...ctx, storage }, { history: true, heads: false })) {
    if (lines.length === 0) await api.notes.update({ id, title: "Third" });
    lines.push(...batch);
  }
  const versions = lines.flatMap(({ note, revision }) => note ?? revision ?? []);
  expect(versions).toMatchObject([{ title: "Unchanged" }, { title: "Second" }, { title: "First" }]);
  // A note that was never changed has no history to look for.
  expect(readIds).toEqual([id]);
});
