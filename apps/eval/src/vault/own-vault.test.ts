import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { OWN_VAULT } from "./own-vault.ts";
import { plainText } from "./plain-text.ts";
import { readVault } from "./read-vault.ts";

const NURSE_VAULT = fileURLToPath(new URL("../../vault-nurse", import.meta.url));

describe.each([
  { folder: OWN_VAULT, least: { notes: 180, links: 120 } },
  { folder: NURSE_VAULT, least: { notes: 120, links: 70 } },
])("the vault $folder", async ({ folder, least }) => {
  const { notes, links, questions, superseded } = await readVault(folder);
  const texts = new Map(
    notes.map(({ key, title, content = "", created_at: createdAt }) => [
      key,
      plainText(`${title}\n${content}\n${createdAt}`),
    ]),
  );
  const answerable = questions.flatMap((question) => (question.abstain ? [] : [question]));
  const textOf = (sources: readonly string[]) => sources.map((key) => texts.get(key)).join("\n");

  it("is large enough, in six languages, with questions that must not be answered", () => {
    expect(notes.length).toBeGreaterThanOrEqual(least.notes);
    expect(links.length).toBeGreaterThanOrEqual(least.links);
    expect(questions.length).toBeGreaterThanOrEqual(200);
    expect(new Set(questions.map(({ language }) => language))).toEqual(new Set(["en", "de", "fr", "es", "zh", "ja"]));
    expect(questions.length - answerable.length).toBeGreaterThan(30);
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
    expect(new Set(kinds)).toEqual(new Set(["overview", "comparison"]));
  });
});
