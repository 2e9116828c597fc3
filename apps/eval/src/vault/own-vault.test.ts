import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { OWN_VAULT } from "./own-vault.ts";
import { plainText } from "./plain-text.ts";
import { readVault } from "./read-vault.ts";

const NURSE_VAULT = fileURLToPath(new URL("../../vault-nurse", import.meta.url));
const JOINER_VAULT = fileURLToPath(new URL("../../vault-joiner", import.meta.url));
const SIX_LANGUAGES = ["en", "de", "fr", "es", "zh", "ja"];

describe.each([
  {
    folder: OWN_VAULT,
    least: { notes: 180, links: 120, questions: 200, unanswerable: 31 },
    languages: SIX_LANGUAGES,
    kindsWithHistory: ["overview", "comparison"],
  },
  {
    folder: NURSE_VAULT,
    least: { notes: 120, links: 70, questions: 200, unanswerable: 31 },
    languages: SIX_LANGUAGES,
    kindsWithHistory: ["overview", "comparison"],
  },
  {
    folder: JOINER_VAULT,
    least: { notes: 60, links: 20, questions: 160, unanswerable: 25 },
    languages: ["en", "de", "fr", "es"],
    kindsWithHistory: ["comparison"],
  },
])("the vault $folder", async ({ folder, least, languages, kindsWithHistory }) => {
  const { notes, links, questions, superseded } = await readVault(folder);
  const texts = new Map(
    notes.map(({ key, title, content = "", created_at: createdAt }) => [
      key,
      plainText(`${title}\n${content}\n${createdAt}`),
    ]),
  );
  const answerable = questions.flatMap((question) => (question.abstain ? [] : [question]));
  const textOf = (sources: readonly string[]) => sources.map((key) => texts.get(key)).join("\n");

  it("is large enough, in several languages, with questions that must not be answered", () => {
    expect(notes.length).toBeGreaterThanOrEqual(least.notes);
    expect(links.length).toBeGreaterThanOrEqual(least.links);
    expect(questions.length).toBeGreaterThanOrEqual(least.questions);
    expect(new Set(questions.map(({ language }) => language))).toEqual(new Set(languages));
    expect(questions.length - answerable.length).toBeGreaterThanOrEqual(least.unanswerable);
  });

  it("asks for nothing that the notes it names do not say", () => {
    const unmet = answerable.flatMap(({ key, right, sources }) =>
      right.filter((pattern) => !pattern.test(textOf(sources))).map((pattern) => `${key}: ${pattern}`),
    );
    expect(unmet).toEqual([]);
  });

  it("calls nothing false that the notes of the question say", () => {
    const isFalse = ({ wrong, sources }: (typeof answerable)[number]) => wrong.some((one) => one.test(textOf(sources)));
    expect(answerable.filter(isFalse).map(({ key }) => key)).toEqual([]);
  });

  it("links no pair of notes twice", () => {
    const pairs = links.map(({ source, target }) => [source, target].sort().join(" "));
    expect(new Set(pairs).size).toBe(pairs.length);
  });

  it("takes superseded notes as sources only where history belongs to the answer", () => {
    const isStale = ({ sources }: { readonly sources: readonly string[] }) =>
      sources.some((key) => superseded.has(key));
    const kinds = answerable.filter((question) => !question.past && isStale(question)).map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(new Set(kindsWithHistory));
  });
});
