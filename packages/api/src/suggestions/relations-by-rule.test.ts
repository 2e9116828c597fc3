import { testServices, testUser } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { relationsByRule } from "./relations-by-rule.ts";

const text = (id: number, title: string, content = "-") => ({ id: String(id), title, content });
const ruled = (newer: string, older: string, contents: [string, string] = ["-", "-"]) =>
  relationsByRule(text(2, newer, contents[0]), [text(1, older, contents[1])]).get("1");
const relation = (...args: Parameters<typeof ruled>) => ruled(...args)?.relation ?? null;

describe("the relation of a newer note to an older one", () => {
  it.each([
    ["supersedes", "Now I drive a Scooter to work", "I drive a Sedan to work"],
    ["supersedes", "We no longer deploy on Fridays", "We deploy on Fridays"],
    ["contradicts", "Sleep does not consolidate memory", "Sleep consolidates memory"],
    ["contradicts", "The sprint deadline is 11 April", "The sprint deadline is 28 March"],
    ["supersedes", "We switched our database to Postgres", "We use MySQL as our database"],
    ["supersedes", "I have changed my bank from Alpha to Beta", "My bank is Alpha"],
    ["supersedes", "We just migrated to a new framework, Svelte", "Our framework is Angular"],
    ["supersedes", "Ada Lovelace is our new team lead", "Our team lead is Sarah Chen"],
    ["supersedes", "We moved our deployment to Fly", "We deploy to Heroku"],
    ["supersedes", "I just moved to Porto", "I live in Lisbon"],
    [null, "I moved to tears in the end", "I live in Lisbon"],
    [null, "Ben moved to Porto", "I live in Lisbon"],
    [null, "Ada is our new neighbour", "Our team lead is Sarah Chen"],
    [null, "We switched to tea", "We use MySQL as our database"],
    [null, "Ada drives a Scooter to work", "I drive a Sedan to work"],
    [null, "Owls hunt mice", "Owls hunt mice and voles"],
  ])("%s: %s / %s", (relationName, newer, older) => {
    expect(relation(newer, older)).toBe(relationName);
  });

  it("is depends_on where a sentence of it says so", () => {
    const content = "This depends on our team lead, Sarah Chen.";
    expect(relation("Reviews go to David", "Our team lead is Sarah Chen", [content, "-"])).toBe("depends_on");
  });

  it("is derived_from where it repeats eight words of its content, not seven", () => {
    const eight = "the barn owl hears mice under deep snow";
    expect(relation("Owls hear well", "Barn owls", [`So ${eight}.`, `I read that ${eight}.`])).toBe("derived_from");
    const seven = eight.slice("the ".length);
    expect(relation("Owls hear well", "Barn owls", [`So ${seven}.`, `I read that ${seven}.`])).toBeNull();
  });

  it("comes with the rule and the words that it goes by", () => {
    const sentence = "This depends on our team lead, Sarah Chen.";
    const content = `Once more. ${sentence} So it goes.`;
    expect(ruled("Reviews go to David", "Our team lead is Sarah Chen", [content, "-"])).toMatchObject({
      rule: "cue",
      quote: sentence.slice(0, -1),
    });
    const newer = "The sprint deadline is 11 April";
    expect(ruled(newer, "The sprint deadline is 28 March")).toMatchObject({ rule: "value", quote: newer });
    expect(ruled("Sleep does not consolidate memory", "Sleep consolidates memory")).toMatchObject({
      rule: "negation",
      quote: "Sleep does not consolidate memory",
    });
    const eight = "the barn owl hears mice under deep snow";
    expect(ruled("Owls hear well", "Barn owls", [`So ${eight}.`, `I read that ${eight}.`])).toMatchObject({
      rule: "quote",
      quote: eight,
    });
  });

  it("is supersedes only where one note is about what has changed", () => {
    const older = [text(1, "Our office is big"), text(2, "Our office is old")];
    expect(relationsByRule(text(3, "We moved our office to Porto"), older).size).toBe(0);
  });

  it("is never one of an older note to a newer one", () => {
    const [older, newer] = [text(1, "Sleep consolidates memory"), text(2, "Sleep does not consolidate memory")];
    expect(relationsByRule(older, [newer, older]).size).toBe(0);
    expect([...relationsByRule(newer, [newer, older]).keys()]).toEqual(["1"]);
  });
});

describe("suggestions with rules", () => {
  it("carry a relation, and the reason on request; without rules they only relate", async () => {
    const { api, note } = testUser(testServices());
    const older = await note("Sleep consolidates memory");
    const newNote = await note("Sleep does not consolidate memory");
    expect(newNote.auto_links).toMatchObject([{ target_id: older.id, relation: "relates_to" }]);
    const { id } = newNote;
    expect((await api.notes.suggestions({ id, reasons: true })).suggestions).toEqual([
      { target_id: older.id, target_title: older.title, relation: "relates_to", similarity: expect.any(Number) },
    ]);
    expect((await api.notes.suggestions({ id, rules: true })).suggestions[0]).not.toHaveProperty("reason");
    expect((await api.notes.suggestions({ id, rules: true, reasons: true })).suggestions).toMatchObject([
      { target_id: older.id, relation: "contradicts", reason: "Says otherwise in one place." },
    ]);
    expect((await api.notes.suggestions({ id: older.id, rules: true })).suggestions).toMatchObject([
      { target_id: id, relation: "relates_to" },
    ]);
    expect((await api.links.list({})).links).toEqual([]);
  });

  it("leave the last word to a judge", async () => {
    const proposal = { index: 0, relation: "extends" as const, reason: "So.", quote: "Sleep", confidence: 0.7 };
    const judge = { id: "test-judge", judge: async () => [proposal] };
    const { api, note } = testUser(testServices({ judge }));
    await note("Sleep consolidates memory");
    const { id } = await note("Sleep does not consolidate memory");
    expect((await api.notes.suggestions({ id, rules: true })).suggestions).toMatchObject([{ relation: "extends" }]);
  });

  it("type the pairs that tending shows", async () => {
    const { api, note } = testUser(testServices());
    const older = await note("Sleep consolidates memory by night and by day");
    const newer = await note("Sleep no longer consolidates memory by night and by day");
    expect((await api.tend.near({})).pairs).toMatchObject([
      { source: { id: newer.id }, target: { id: older.id }, relation: "supersedes" },
    ]);
  });
});
