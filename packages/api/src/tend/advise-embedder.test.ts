import { aNoteWrite, createHashEmbedder, testServices, testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";

const GERMAN = "Die Eulen des Waldes jagen in der Nacht und schlafen am Tag in hohlen Bäumen.";
const ENGLISH = "The owls of the forest hunt at night, and they sleep in the day.";

describe("a multilingual embedder", () => {
  it("is better where the present one knows English only and most of the caller's notes are not English", async () => {
    const { isMultilingualBetter, write } = setUp({ isEnglishOnly: true });
    await write(GERMAN, 19);
    expect(await isMultilingualBetter()).toBe(false);
    await write(GERMAN, 1);
    expect(await isMultilingualBetter()).toBe(true);
    await write(ENGLISH, 20);
    expect(await isMultilingualBetter()).toBe(false);
  });

  it("is told by all notes of a page and the next", async () => {
    const { isMultilingualBetter, write } = setUp({ isEnglishOnly: true });
    await write(GERMAN, 101);
    await write(ENGLISH, 100);
    expect(await isMultilingualBetter()).toBe(true);
  });

  it("is not better than an embedder that may know other languages", async () => {
    const { isMultilingualBetter, write } = setUp({});
    await write(GERMAN, 20);
    expect(await isMultilingualBetter()).toBe(false);
  });

  it("is not proposed because of somebody else's notes", async () => {
    const { isMultilingualBetter, write } = setUp({ isEnglishOnly: true });
    await write(GERMAN, 20, "somebody-else");
    expect(await isMultilingualBetter()).toBe(false);
  });
});

function setUp(qualities: { readonly isEnglishOnly?: boolean }) {
  const embedder = { ...createHashEmbedder(), ...qualities };
  const services = testServices({ embedder });
  const { api, actor } = testUser(services);
  return {
    isMultilingualBetter: async () => (await api.tend.embedder()).isMultilingualBetter,
    async write(content: string, count: number, userId = actor.userId) {
      const writes = Array.from({ length: count }, () => ({ ...aNoteWrite({ title: "Eulen", content }), key: null }));
      await services.storage.notes.insertMany(userId, writes);
    },
  };
}
