import { expect, it } from "vitest";
import type { Client } from "../../remote/trpc.ts";
import { createNote } from "./create-note.ts";

const FIELDS = { title: "Naps help", content: "They do.", note_type: "fact", tags: [], importance: 0.5 } as const;

function setUp({ refusesLinks = false } = {}) {
  const log: object[] = [];
  const client = {
    notes: {
      create: { mutate: async () => ({ id: "new" }) },
      delete: { mutate: async (input: object) => void log.push(input) },
    },
    links: {
      create: {
        async mutate(input: object) {
          if (refusesLinks) throw new Error("It would supersede itself.");
          log.push(input);
        },
      },
    },
  };
  // Safe because creating a note uses no other part of the client.
  return { client: client as unknown as Client, log };
}

it("links a new note to what it replaces, and to nothing else", async () => {
  const { client, log } = setUp();
  await createNote(client, { ...FIELDS, tags: [] }, undefined);
  expect(log).toEqual([]);
  await createNote(client, { ...FIELDS, tags: [] }, "old");
  expect(log).toEqual([{ source_id: "new", target_id: "old", relation: "supersedes" }]);
});

it("leaves nothing of a new note that cannot replace the other", async () => {
  const { client, log } = setUp({ refusesLinks: true });
  await expect(createNote(client, { ...FIELDS, tags: [] }, "old")).rejects.toThrow("It would supersede itself.");
  expect(log).toEqual([{ id: "new", purge: true }]);
});
