import { testServices, testUser } from "@knote/testkit";
import { expect, it } from "vitest";

it("pages through the revisions of a note, newest first", async () => {
  const { api, reviseNote } = setUp();
  const { id } = await reviseNote(24, "short");
  const first = await api.notes.history({ id, limit: 20 });
  expect(first.revisions.map(({ revision }) => revision)).toEqual(downFrom(25, 20));
  const second = await api.notes.history({ id, limit: 20, cursor: first.next! });
  expect(second).toMatchObject({ next: null });
  expect(second.revisions.map(({ revision }) => revision)).toEqual(downFrom(5, 5));
  expect(await api.notes.history({ id, limit: 25 })).toMatchObject({ next: null });
});

it("ends a long page early, and goes on where it ended", async () => {
  const { api, reviseNote } = setUp();
  const { id } = await reviseNote(29, "x".repeat(49_000));
  const first = await api.notes.history({ id });
  expect(first.revisions.map(({ revision }) => revision)).toEqual(downFrom(30, 21));
  const second = await api.notes.history({ id, cursor: first.next! });
  expect(second.revisions.map(({ revision }) => revision)).toEqual(downFrom(9, 9));
  expect(second.next).toBeNull();
});

it.each(["strange", "WyJhIl0", "WzEsMl0"])("refuses the foreign cursor %j", async (cursor) => {
  const { api, reviseNote } = setUp();
  const { id } = await reviseNote(1, "short");
  await expect(api.notes.history({ id, cursor })).rejects.toMatchObject({ code: "UNPROCESSABLE_CONTENT" });
});

it("never asks the engine for more than a few revisions at once", async () => {
  const services = testServices();
  const { notes } = services.storage;
  const limits: number[] = [];
  const history: typeof notes.history = async (userId, id, page) => {
    limits.push(page.limit);
    return await notes.history(userId, id, page);
  };
  const { api, reviseNote } = setUp(testServices({ storage: { ...services.storage, notes: { ...notes, history } } }));
  const { id } = await reviseNote(30, "short");
  await api.notes.history({ id, limit: 1_000 });
  expect(limits.length).toBeGreaterThan(2);
  expect(Math.max(...limits)).toBeLessThanOrEqual(10);
});

function setUp(services = testServices()) {
  const user = testUser(services);
  /** Changes a note `times` times. */
  const reviseNote = async (times: number, content: string) => {
    const note = await user.note("Owls hunt mice", { content: `${content} 0` });
    for (let index = 1; index <= times; index++)
      await user.api.notes.update({ id: note.id, content: `${content} ${index}` });
    return note;
  };
  return { ...user, reviseNote };
}

function downFrom(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => from - index);
}
