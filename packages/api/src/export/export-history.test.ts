import { testServices, testUser } from "@knote/testkit";
import { expect, it } from "vitest";
import { exportGraph } from "./export-graph.ts";
import type { ExportLine } from "./export-line.ts";

it("has the webhooks without their secrets, and leaves them out of a part of the notes", async () => {
  const { api, ctx } = testUser(testServices());
  const secret = "a-secret-of-tests";
  const webhook = await api.webhooks.create({ url: "https://example.com/hook", events: ["note.created"], secret });
  await api.notes.create({ title: "Owls hunt", content: "c", note_type: "fact", tags: ["birds"] });
  const linesOf = async (input: Partial<Parameters<typeof exportGraph>[1]>) =>
    (await Array.fromAsync(exportGraph(ctx, { history: true, heads: false, ...input }))).flat();
  const all = await linesOf({});
  expect(all.filter((line) => "webhook" in line)).toEqual([{ webhook: { ...webhook, waiting: 1 } }]);
  expect(JSON.stringify(all)).not.toContain(secret);
  expect(Object.keys(all.at(-1)!)).toEqual(["end"]);
  for (const part of [{ history: false }, { tag: ["birds"] }, { q: "owls" }])
    expect((await linesOf(part)).filter((line) => "webhook" in line)).toEqual([]);
});

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
