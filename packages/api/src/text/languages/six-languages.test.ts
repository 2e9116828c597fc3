import { aNoteWrite, createMemoryStorage } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { questionKeywords } from "../keyword-query.ts";
import { SIX_LANGUAGES } from "./testing/six-languages.ts";

describe("a question among notes in six languages", () => {
  it.each(SIX_LANGUAGES)("finds its note by the words alone in $language", async ({ language, questions }) => {
    const ranks = await ranksOf(language);
    expect(ranks.filter((rank) => rank === 1).length).toBeGreaterThanOrEqual(questions.length - 1);
    expect(Math.max(...ranks)).toBeLessThanOrEqual(3);
  });
});

/** Returns the rank of each question's note by keywords alone; Infinity where it is not among the best ten. */
async function ranksOf(language: string): Promise<number[]> {
  const storage = createMemoryStorage();
  const writes = SIX_LANGUAGES.flatMap((vault) =>
    vault.notes.map(([title, content], place) => ({
      name: `${vault.language} ${place}`,
      write: aNoteWrite({ title, content }),
    })),
  );
  for (const { write } of writes) await storage.notes.insert("ada", write, []);
  const ids = new Map(writes.map(({ name, write }) => [name, write.note.id]));
  const { questions } = SIX_LANGUAGES.find((vault) => vault.language === language)!;
  const ranks = questions.map(async ([question, place]) => {
    const hits = await storage.keywords.search("ada", questionKeywords(question)!, {}, 10);
    const rank = hits.findIndex(({ id }) => id === ids.get(`${language} ${place}`)) + 1;
    return rank === 0 ? Infinity : rank;
  });
  return await Promise.all(ranks);
}
