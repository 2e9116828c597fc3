import { LIMITS } from "@knote/contract";
import { testServices, testUser } from "@knote/testkit";
import { expect, it } from "vitest";

function setUp() {
  return testUser(testServices());
}

it("finds a rare tag that begins like a common word", async () => {
  const { api, note } = setUp();
  await note("Old", { tags: ["lea rigging"] });
  for (let index = 0; index < 60; index++) await note(`Leaves learn to leave ${index}`);
  expect(await api.notes.tags({ prefix: " LEA " })).toEqual({ tags: ["lea rigging"] });
});

it("finds as many as one note can have, and some more", async () => {
  const { api, note } = setUp();
  const tags = Array.from({ length: 45 }, (_, index) => `tag ${index}`);
  await note("One", { tags: tags.slice(0, 30) });
  await note("Other", { tags: tags.slice(30) });
  expect((await api.notes.tags({ prefix: "tag" })).tags).toHaveLength(LIMITS.tagsFound);
  expect(LIMITS.tagsFound).toBeGreaterThan(LIMITS.tags);
});

it("accepts a prefix as long as a tag, but no longer or empty one", async () => {
  const { api } = setUp();
  expect(await api.notes.tags({ prefix: "x".repeat(LIMITS.tagLength) })).toEqual({ tags: [] });
  for (const prefix of ["x".repeat(LIMITS.tagLength + 1), "", "  "])
    await expect(api.notes.tags({ prefix })).rejects.toMatchObject({ code: "BAD_REQUEST" });
});
