import { LIMITS } from "@knote/contract";
import { testServices, testUser } from "@knote/testkit";
import { expect, it } from "vitest";

function setUp() {
  return testUser(testServices());
}

it("merges two notes into one that supersedes both, and publishes it", async () => {
  const { api, note, eventsOf } = setUp();
  const older = await note("Owls hunt", { content: "At night.", tags: ["Birds", "night"], importance: 0.9 });
  const newer = await note("Owls hunt mice", { content: "By ear.", tags: ["birds", "ears"], note_type: "insight" });
  let id = "";
  const events = await eventsOf(async () => {
    ({ id } = await api.tend.merge({ newer: newer.id, older: older.id }));
  });
  expect(events.map(({ type }) => type)).toEqual(["note_created", "note_linked", "note_linked"]);
  expect(await api.notes.get({ id })).toMatchObject({
    title: "Owls hunt mice",
    content: "By ear.\n\nAt night.",
    note_type: "insight",
    tags: ["birds", "ears", "night"],
    importance: 0.9,
    state: "active",
  });
  for (const one of [newer, older]) expect((await api.notes.get({ id: one.id })).state).toBe("superseded");
  expect((await api.notes.list({ q: "ear" })).notes.map((hit) => hit.id)).toContain(id);
});

it("does not repeat equal contents", async () => {
  const { api, note } = setUp();
  const [one, other] = [await note("One", { content: "Same." }), await note("Other", { content: "Same." })];
  const { id } = await api.tend.merge({ newer: other.id, older: one.id });
  expect((await api.notes.get({ id })).content).toBe("Same.");
});

it("is undone by purging the merged note", async () => {
  const { api, note } = setUp();
  const [one, other] = [await note("One"), await note("Other")];
  const { id } = await api.tend.merge({ newer: other.id, older: one.id });
  await api.notes.delete({ id, purge: true });
  expect((await api.notes.list({})).notes.map(({ title, state }) => [title, state])).toEqual([
    ["Other", "active"],
    ["One", "active"],
  ]);
  expect((await api.links.list({})).links).toEqual([]);
});

it("merges as much as a note can hold, and refuses more", async () => {
  const { api, note, eventsOf } = setUp();
  const half = LIMITS.contentLength / 2;
  const [one, most] = [
    await note("One", { content: "x".repeat(half) }),
    await note("Most", { content: "y".repeat(half - 2) }),
  ];
  const more = await note("More", { content: "z".repeat(half - 1) });
  const fullyTagged = await note("Tagged", { tags: Array.from({ length: LIMITS.tags }, (_, index) => `t${index}`) });
  const other = await note("Other", { tags: ["one more"] });
  const { id } = await api.tend.merge({ newer: one.id, older: most.id });
  expect((await api.notes.get({ id })).content).toHaveLength(LIMITS.contentLength);
  const events = await eventsOf(async () => {
    for (const [newer, older] of [
      [one, more],
      [fullyTagged, other],
    ] as const)
      await expect(api.tend.merge({ newer: newer.id, older: older.id })).rejects.toMatchObject({
        code: "UNPROCESSABLE_CONTENT",
      });
  });
  expect(events).toEqual([]);
});

it("refuses a note with itself, and a missing note", async () => {
  const { api, note } = setUp();
  const [one, deletedNote] = [await note("One"), await note("Gone")];
  await api.notes.delete({ id: deletedNote.id });
  await expect(api.tend.merge({ newer: one.id, older: one.id })).rejects.toMatchObject({ code: "BAD_REQUEST" });
  for (const input of [
    { newer: one.id, older: deletedNote.id },
    { newer: "nobody", older: one.id },
  ])
    await expect(api.tend.merge(input)).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect((await api.notes.list({})).notes).toHaveLength(1);
});
