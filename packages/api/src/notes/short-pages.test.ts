import { aNoteWrite, testServices, testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";

/** Most notes that one page of a search with exclusions alone reads. */
const MOST_READ = 10_000;

describe("a page of a search with exclusions alone", () => {
  it("is whole while the notes left out are fewer than a page reads", async () => {
    const { list } = await setUp({ excluded: MOST_READ - 1, others: 2 });
    expect(await list({ q: "-owls", limit: 1 })).toEqual({ titles: ["Bats 1"], isLast: false });
    expect(await list({ q: "-owls", limit: 5 })).toEqual({ titles: ["Bats 1"], isLast: false });
  });

  it("is short once a page has read its share, and the next page goes on from there", async () => {
    const { list, pages } = await setUp({ excluded: MOST_READ, others: 2 });
    expect(await list({ q: "-owls", limit: 5 })).toEqual({ titles: [], isLast: false });
    expect(await pages({ q: "-owls", limit: 5 })).toEqual([[], ["Bats 1", "Bats 0"]]);
  });
});

/** Creates notes about bats, and then as many as asked about owls, which come before them in a list. */
async function setUp({ excluded, others }: { readonly excluded: number; readonly others: number }) {
  const services = testServices();
  const { api, actor } = testUser(services);
  const write = (title: string, created_at: string) => ({ ...aNoteWrite({ title, created_at }), key: null });
  const writes = [
    ...Array.from({ length: others }, (_, index) => write(`Bats ${index}`, `2026-03-0${index + 1}T12:00:00.000Z`)),
    ...Array.from({ length: excluded }, () => write("Owls", "2026-04-01T12:00:00.000Z")),
  ];
  await services.storage.notes.insertMany(actor.userId, writes);
  const list = async (input: { q: string; limit: number; cursor?: string }) => {
    const { notes, next } = await api.notes.list(input);
    return { titles: notes.map(({ title }) => title), isLast: next === null };
  };
  const pages = async (input: { q: string; limit: number }) => {
    const read: string[][] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { notes, next } = await api.notes.list({ ...input, ...(cursor && { cursor }) });
      read.push(notes.map(({ title }) => title));
      cursor = next;
    }
    return read;
  };
  return { list, pages };
}
