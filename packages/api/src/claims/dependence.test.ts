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
    ["If I change my employer, the laptop goes back.", "I work at Initech", "I work out at the pool"],
    ["My insurance depends on my job.", "I'm working for Initech", "Ada works for Globex"],
    ["If my address changes, the paper comes on Mondays.", "I live in Lisbon", "I live alone with a cat"],
    ["If we change schools, the loan ends.", "I'm studying at Delft", "I study every evening"],
    ["If we replace the car, the garage is free.", "We drive a small Fiat", "We live in Lisbon"],
    ["If we change deploy targets, the image will be smaller.", "We deploy to Fly", "Our image is small"],
    ["If the hosting provider changes, the bill shrinks.", "We host with Hetzner", "We deploy to Fly"],
    [
      "If we switch auth providers, the tokens change.",
      "We use Okta for authentication",
      "We use Postgres as our database",
    ],
    ["If my work location changes, I will take the bus.", "Our office is in Porto", "I work at Initech"],
    ["If we change the config format, the parser goes.", "Our configuration format is TOML", "We deploy to Fly"],
  ])("names what it rests on by its kind: %s", (text, title, other) => {
    expect(targetTitle(text, [title, other])).toBe(title);
    expect(targetTitle(text, [other, title])).toBe(title);
  });

  it.each([
    ["the kind of what somebody else tells", "If my employer changes, the laptop goes back.", ["Ada works at Initech"]],
    ["a kind that two claims tell", "If my employer changes, so be it.", ["I work at Initech", "I work for Globex"]],
    ["what is no claim", "If my employer changes, so be it.", ["With friends", "In", "I", ""]],
    ["only a word for any kind", "If the provider changes, the bill shrinks.", ["We host with Hetzner"]],
    [
      "another kind",
      "If my dentist changes, I will walk.",
      ["I work at Initech", "I live in Lisbon", "I drive a Fiat"],
    ],
  ])("names nothing by its kind: %s", (_, text, titles) => {
    expect(targetTitle(text, titles)).toBeNull();
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
