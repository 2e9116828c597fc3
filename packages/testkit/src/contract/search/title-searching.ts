import { expect, it } from "vitest";
import { testUser } from "../../callers/test-user.ts";
import { testServices } from "../../fakes/test-services.ts";
import type { OpenStorage } from "../open-storage.ts";

const TITLES = ["Looking back", "To be or not to be"];
const WORDS = "Looking back, looking back again, and to be or not to be looking back at what was looked for.";

/** Contract of the product's search, with its titles first, over this storage. */
export function titleSearching(open: OpenStorage): void {
  it("returns a title first among a hundred notes that repeat it", async () => {
    await using storage = await open();
    const { api, note } = testUser(testServices({ storage }));
    for (const one of TITLES) await note(one);
    for (let index = 0; index < 100; index++) await note(`Back ${index}`, { content: WORDS });
    const first = async (q: string) => (await api.notes.list({ q, limit: 1 })).notes.map((match) => match.title);
    for (const title of TITLES)
      for (const q of [title, title.toUpperCase(), `${title}*`, `“${title}”!`])
        expect([q, await first(q)]).toEqual([q, [title]]);
    expect(await first("what is it")).toEqual([]);
  });

  it("pages through titles and matches, each once", async () => {
    await using storage = await open();
    const { api, note } = testUser(testServices({ storage }));
    for (const title of [...TITLES, "Looking back on a year", "Looking backwards"]) await note(title);
    for (let index = 0; index < 10; index++) await note(`Back ${index}`, { content: WORDS });
    const titles: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await api.notes.list({ q: "looking back*", limit: 2, ...(cursor && { cursor }) });
      titles.push(...page.notes.map(({ title }) => title));
      cursor = page.next;
    }
    expect(titles.slice(0, 3)).toEqual(["Looking back", "Looking backwards", "Looking back on a year"]);
    expect([titles.length, new Set(titles).size]).toEqual([13, 13]);
  });
}
