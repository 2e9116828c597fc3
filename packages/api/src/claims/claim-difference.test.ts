import { describe, expect, it } from "vitest";
import { areNearlySame, claimDifference } from "./claim-difference.ts";
import { readClaim } from "./read-claim.ts";

const difference = (one: string, other: string) => claimDifference(readClaim(one), readClaim(other));

describe("two claims say otherwise", () => {
  it.each([
    ["negation", "Sleep does not consolidate memory", "Sleep consolidates memory"],
    ["negation", "She didn't write the report", "She wrote the report"],
    ["negation", "The server has yet to restart", "The server has restarted"],
    ["negation", "We no longer deploy on Fridays", "We deploy on Fridays"],
    ["value", "The sprint deadline is 11 April", "The sprint deadline is 28 March"],
    ["value", "The flat costs 900 euros a month", "The flat costs 850 euros a month"],
    ["value", "It was her second marathon", "It was her third marathon"],
    ["wording", "Our package manager is Quorix Hub", "Our package manager is Karnex Pack"],
    ["wording", "Our team lead is Sarah Chen", "Our team lead is Sarah Chan"],
    ["wording", "Our team lead is Sarah Jansen", "Our team lead is Sarah Hansen"],
    ["wording", "Update: I drive a Compact", "I drive a Sedan"],
    ["wording", "Now I've switched again — I drive a Scooter", "I drive a Sedan"],
  ])("by %s: %s / %s", (kind, one, other) => {
    expect(difference(one, other)).toBe(kind);
    expect(difference(other, one)).toBe(kind);
  });

  it.each([
    ["the same words", "Owls hunt at night", "Owls hunt at night."],
    ["other endings and cases", "Owls hunted at night", "OWLS hunt at nights"],
    ["a spelled number", "It takes three days", "It takes 3 days"],
    ["another tense of to be", "The shop is closed on Mondays", "The shop was closed on Mondays"],
    ["another subject", "Ada lives in Berlin with two cats", "Grace lives in Berlin with two cats"],
    ["another year before the verb", "In 2023 the revenue was five million", "In 2024 the revenue was five million"],
    ["a typing error", "Our team lead is Sarah Jansen", "Our team lead is Sarah Janssen"],
    ["more words", "Owls hunt mice at night in the barn", "Owls hunt mice at night"],
    ["two other places", "Ada moved to Berlin for a new job", "Ada moved to Paris for a new flat"],
    ["little in common", "Ada lives in Berlin", "Tea keeps me awake"],
    ["two negations", "Nobody here has never slept late", "Everybody here has slept late"],
    ["a denial of something else", "The film is not American", "The film is German"],
    ["nothing", "", ""],
  ])("not by %s", (_, one, other) => {
    expect(difference(one, other)).toBeNull();
    expect(difference(other, one)).toBeNull();
  });

  it("not by the stamp of an imported line", () => {
    expect(
      difference("Ada likes tea (11:53 am on 23 March, 2023)", "Ada likes tea (9:10 pm on 2 May, 2023)"),
    ).toBeNull();
    expect(difference("Ada likes tea [2024-05-01]", "Ada likes tea [2024-06-02]")).toBeNull();
  });

  it("within four words in one place, not five", () => {
    const frame = "The plan for the whole next year in our small team is to";
    expect(difference(`${frame} build a better search`, `${frame} hire three new people`)).toBe("wording");
    expect(difference(`${frame} build one much better search`, `${frame} hire some very kind people`)).toBeNull();
  });
});

describe("two claims are nearly the same", () => {
  const areSame = (one: string, other: string) => areNearlySame(readClaim(one), readClaim(other));

  it.each([
    ["Short naps restore attention best", "Short naps restore attention"],
    ["Gina encourages Jon and tells him not to give up", "Gina encourages Jon, telling him not to give up"],
  ])("with most words in the same order: %s / %s", (one, other) => {
    expect(areSame(one, other)).toBe(true);
    expect(areSame(other, one)).toBe(true);
  });

  it.each([
    ["of another subject", "James has been playing the game", "John has been playing the game"],
    ["with another number", "Rent rose to 900 euros in May", "Rent rose to 800 euros in May"],
    ["denied", "Rent did not rise in May", "Rent rose in May"],
    ["in other words", "Short naps help me focus", "I nap to restore my attention"],
    ["otherwise in one place", "Our package manager is Quorix Hub", "Our package manager is Karnex Pack"],
  ])("but not %s", (_, one, other) => {
    expect(areSame(one, other)).toBe(false);
  });
});
