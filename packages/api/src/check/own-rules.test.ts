import { describe, expect, it } from "vitest";
import { compound } from "./compound.ts";
import type { Draft } from "./draft.ts";
import { noClaim } from "./no-claim.ts";
import { noSupport, sharesFewWords } from "./no-support.ts";
import { aDraft } from "./testing/near-note.ts";

describe("no_claim", () => {
  const fires = (title: string, fields: Partial<Draft> = {}) =>
    noClaim(aDraft(title, { content: "-", ...fields }), []).length;

  it.each(["Cloud computing", "Owls", "Machine learning for beginners", "Vaccines against malaria"])(
    "is found in a topic: %s",
    (title) => expect(fires(title)).toBe(1),
  );

  it.each([
    "Owls hunt",
    "It's raining",
    "Tea calms me",
    "Autophagy declines in aged organisms",
    "Use short names everywhere",
    "The server was slow",
  ])("is not found in a claim: %s", (title) => expect(fires(title)).toBe(0));

  it("is not found in another language, whose verbs no rule knows", () => {
    expect(fires("Eulen jagen nachts Mäuse", { content: "Das habe ich selbst gesehen und nicht nur gelesen." })).toBe(
      0,
    );
    expect(fires("地球是圆的")).toBe(0);
  });

  it("lets an experience have a name", () => {
    expect(fires("Summer in Lisbon", { noteType: "experience" })).toBe(0);
    expect(fires("Summer in Lisbon", { noteType: "insight" })).toBe(1);
  });

  it("takes a question for a title only while there is no content", () => {
    expect(fires("Do owls sleep by day?", { content: null })).toBe(1);
    expect(fires("Do owls sleep by day?")).toBe(0);
  });
});

describe("compound", () => {
  it("points at the second claim", () => {
    const title = "Ada lives in Berlin and she owns two cats";
    const [finding] = compound(aDraft(title), []);
    expect(finding!.message).toBe("Makes two claims; the second is “she owns two cats”.");
    expect(title.slice(finding!.span!.start, finding!.span!.end)).toBe("she owns two cats");
    expect(compound(aDraft("Ada lives in Berlin and owns two cats"), [])).toEqual([]);
  });
});

describe("no_support", () => {
  const content = "Feather moon silence river stone window garden lamp";
  const fires = (fields: Partial<Draft>) => noSupport(aDraft("Owls hunt mice", { content, ...fields }), []).length;

  it("is found where words and meaning are of something else", () => {
    expect(fires({ support: 0.149 })).toBe(1);
    expect(fires({ support: 0.15 })).toBe(0);
    expect(fires({ support: null })).toBe(0);
    expect(fires({ support: 0.1, content: null })).toBe(0);
  });

  it("is not found where a quarter of the title's words return", () => {
    const title = "Owls hunt mice nightly";
    expect(sharesFewWords({ title, content: `${content} owls` })).toBe(false);
    expect(sharesFewWords({ title: `${title} everywhere`, content: `${content} owls` })).toBe(true);
  });

  it("is not found in content of fewer than eight counting words", () => {
    expect(sharesFewWords({ title: "Owls hunt mice", content })).toBe(true);
    expect(sharesFewWords({ title: "Owls hunt mice", content: content.replace("lamp", "the") })).toBe(false);
  });

  it("is found where the content only repeats the title", () => {
    expect(fires({ content: "Owls hunt mice." })).toBe(1);
    expect(fires({ content: "Owls hunt mice. By night." })).toBe(0);
  });
});
