import { describe, expect, it } from "vitest";
import { dependenceCues } from "./dependence-cues.ts";
import { readTarget, targetOf } from "./dependence-target.ts";

const TITLES = [
  "Our team lead is Sarah Chen",
  "We deploy to Narvex Cloud",
  "My health condition is lactose intolerance",
  "If the team lead changes, the report goes to James",
  "Sleep",
];

function targetTitle(text: string, titles: readonly string[] = TITLES): string | null {
  const targets = titles.map((title) => ({ title, ...readTarget(title) }));
  const [cue] = dependenceCues(text);
  return cue === undefined ? null : (targetOf(cue, targets)?.title ?? null);
}

describe("a cue of dependence", () => {
  it.each([
    ["If my health condition changes, I take other pills.", "My health condition is lactose intolerance"],
    ["The pills are determined by my lactose intolerance.", "My health condition is lactose intolerance"],
    ["The log drain depends on where we deploy: Narvex Cloud.", "We deploy to Narvex Cloud"],
    ["Reviews go to Ada as long as Sarah Chen is our team lead.", "Our team lead is Sarah Chen"],
    ["If we switch the team lead, reviews go to Grace.", "Our team lead is Sarah Chen"],
  ])("names what it rests on: %s", (text, title) => {
    expect(targetTitle(text)).toBe(title);
  });

  it.each([
    ["no cue", "Sarah Chen is our team lead."],
    ["something that no note claims", "The price depends on the weather in Spain."],
    ["something that was said before", "This depends on that."],
    ["a cue at the end", "It depends on"],
  ])("names nothing: %s", (_, text) => {
    expect(targetTitle(text)).toBeNull();
  });

  it("chooses none of two that fit alike", () => {
    expect(targetTitle("It depends on our office.", ["Our office is big", "Our office is old"])).toBeNull();
  });

  it("says where its sentence is", () => {
    const text = "First. This rests on good sleep. Last.";
    const [cue] = dependenceCues(text);
    expect(text.slice(cue!.start, cue!.end).trim()).toBe("This rests on good sleep");
  });

  it("is looked for in the first 6,000 characters, and at most twenty times", () => {
    const cue = "It depends on sleep.";
    expect(dependenceCues(`${"a ".repeat(2_990)}${cue}`)).toHaveLength(1);
    expect(dependenceCues(`${"a ".repeat(3_000)}${cue}`)).toHaveLength(0);
    expect(dependenceCues(`${cue} `.repeat(20))).toHaveLength(20);
    expect(dependenceCues(`${cue} `.repeat(21))).toHaveLength(20);
  });
});
