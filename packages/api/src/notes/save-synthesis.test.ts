import { LIMITS } from "@knote/contract";
import { testServices, testUser } from "@knote/testkit";
import { expect, it } from "vitest";

const ANSWER = { title: "Owls hunt by ear", content: "Owls hear mice. [1]" };

function setUp() {
  const services = testServices();
  return { services, ...testUser(services) };
}

it("stores a synthesis that is derived from its sources, and publishes it", async () => {
  const { api, note, eventsOf } = setUp();
  const sources = [(await note("Owls hear well")).id, (await note("Mice make noise")).id];
  let savedSynthesis = { id: "", links: 0 };
  const events = await eventsOf(async () => {
    savedSynthesis = await api.notes.saveSynthesis({ ...ANSWER, sources });
  });
  expect(events.map(({ type }) => type)).toEqual(["note_created", "note_linked", "note_linked"]);
  expect(savedSynthesis.links).toBe(2);
  expect(await api.notes.get({ id: savedSynthesis.id })).toMatchObject({
    ...ANSWER,
    note_type: "synthesis",
    state: "active",
  });
  const { outgoing, incoming } = await api.links.ofNote({ id: savedSynthesis.id });
  expect(outgoing.map(({ target_id, relation }) => [target_id, relation]).toSorted()).toEqual(
    sources.map((id) => [id, "derived_from"]).toSorted(),
  );
  expect(incoming).toEqual([]);
});

it("leaves out sources that are gone, unknown or named twice", async () => {
  const { api, note } = setUp();
  const [keptNote, deletedNote] = [await note("Owls hear well"), await note("Mice make noise")];
  await api.notes.delete({ id: deletedNote.id });
  const { links } = await api.notes.saveSynthesis({
    ...ANSWER,
    sources: [keptNote.id, deletedNote.id, "nobody", keptNote.id],
  });
  expect(links).toBe(1);
  expect((await api.notes.saveSynthesis({ ...ANSWER, sources: [] })).links).toBe(0);
});

it("leaves out a source that is purged at the same moment", async () => {
  const { services, actor, on, note } = setUp();
  const [keptNote, purgedNote] = [await note("Owls hear well"), await note("Mice make noise")];
  const { notes } = services.storage;
  const racing: typeof notes = Object.assign(Object.create(notes), {
    async getMany(userId: string, ids: readonly string[]) {
      const liveNotes = await notes.getMany(userId, ids);
      await notes.purge(actor.userId, purgedNote.id, []);
      return liveNotes;
    },
  });
  const api = on({ storage: { ...services.storage, notes: racing } });
  expect(await api.notes.saveSynthesis({ ...ANSWER, sources: [keptNote.id, purgedNote.id] })).toMatchObject({
    links: 1,
  });
  expect(await notes.counts(actor.userId)).toMatchObject({ totalNotes: 2, totalLinks: 1 });
});

it("takes as many sources as an answer has, and no more", async () => {
  const { api } = setUp();
  const sources = Array.from({ length: LIMITS.sources }, (_, index) => `source ${index}`);
  expect((await api.notes.saveSynthesis({ ...ANSWER, sources })).links).toBe(0);
  const refusedSave = api.notes.saveSynthesis({ ...ANSWER, sources: [...sources, "one more"] });
  await expect(refusedSave).rejects.toMatchObject({ code: "BAD_REQUEST" });
});
