import { LIMITS } from "@knote/contract";
import { aNoteWrite, testServices, testUser } from "@knote/testkit";
import { expect, it } from "vitest";

function setUp() {
  const user = testUser(testServices());
  const page = async (limit: number, cursor?: string | null) => {
    const { notes, next } = await user.api.notes.list({ q: "owl", sort: "newest", limit, ...(cursor && { cursor }) });
    return { titles: notes.map(({ title }) => title), next };
  };
  return { ...user, page };
}

it("lists matches newest first, however well they match", async () => {
  const { api, note, page } = setUp();
  await note("Owl");
  await note("Bats fly", { content: "So does, at night and over the fields behind the house, an owl." });
  await note("Mice hide");
  await note("Owl by owl", { content: "Owl, owl, owl." });
  await note("Late, and long", { content: `Owl. ${"And much else. ".repeat(50)}` });
  expect(await page(10)).toEqual({ titles: ["Late, and long", "Owl by owl", "Bats fly", "Owl"], next: null });
  const best = await api.notes.list({ q: "owl" });
  expect(best.notes[0]!.title).toBe("Owl");
});

it("goes on where a page ended, whatever came and went meanwhile", async () => {
  const { api, note, page } = setUp();
  const notes = [];
  for (let index = 0; index < 7; index++) notes.push(await note(`Owl ${index}`));
  const first = await page(3);
  await note("Owl of late");
  for (const index of [3, 4, 5, 6]) await api.notes.delete({ id: notes[index]!.id });
  const second = await page(2, first.next);
  const third = await page(2, second.next);
  expect([first, second, third].flatMap(({ titles }) => titles)).toEqual([6, 5, 4, 2, 1, 0].map((n) => `Owl ${n}`));
  expect(third.next).toBeNull();
});

it("reaches every match, beyond the best 1,000", async () => {
  const { actor, ctx, api } = setUp();
  const writes = Array.from({ length: LIMITS.searchDepth + 5 }, () => ({ ...aNoteWrite({ title: "Owl" }), key: null }));
  await ctx.storage.notes.insertMany(actor.userId, writes);
  const seenIds = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { notes, next } = await api.notes.list({ q: "owl", sort: "newest", limit: 400, ...(cursor && { cursor }) });
    seenIds.push(...notes.map(({ id }) => id));
    cursor = next;
  }
  expect(seenIds).toEqual(
    writes
      .map(({ note: { id } }) => id)
      .toSorted()
      .toReversed(),
  );
});

it("applies filters, and does not affect a list without words", async () => {
  const { api, note } = setUp();
  await note("Owls hunt", { note_type: "belief" });
  await note("Owls sleep");
  await note("Owls see", { note_type: "belief" });
  const { notes } = await api.notes.list({ q: "owls", sort: "newest", note_type: ["belief"] });
  expect(notes.map(({ title }) => title)).toEqual(["Owls see", "Owls hunt"]);
  expect(await api.notes.list({ sort: "newest" })).toEqual(await api.notes.list({}));
});

it("refuses a cursor of another order", async () => {
  const { api, note, page } = setUp();
  for (let index = 0; index < 3; index++) await note(`Owl ${index}`);
  const [newest, best, plain] = [
    await page(1),
    await api.notes.list({ q: "owl", limit: 1 }),
    await api.notes.list({ limit: 1 }),
  ];
  const expectedError = { code: "UNPROCESSABLE_CONTENT" };
  await expect(api.notes.list({ q: "owl", cursor: newest.next! })).rejects.toMatchObject(expectedError);
  for (const { next } of [best, plain]) await expect(page(1, next)).rejects.toMatchObject(expectedError);
});
