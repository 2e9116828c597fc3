import { describe, expect, it } from "vitest";
import { scoreAnswer } from "./score-answer.ts";

const GOLD = { values: ["Jisoo Lim"], inOrder: false, oldValues: ["Seoyun Choi"], rootValue: "Jihoon Ryu" };
const DOUBT =
  "Not certain any more: “Code reviews go to Seoyun Choi” [1]. It rested on “Our lead is Seokjin Kang”, which “Jihoon Ryu is our new lead” [2] replaced.";
const RULE =
  "“If the lead changes, code reviews go to Jisoo Lim” [1]. That has happened: “Jihoon Ryu is our new lead” [2] replaced “Our lead is Seokjin Kang”.";

describe("a score", () => {
  it("finds values without regard to case, spaces, quotes and citation marks", () => {
    const score = (value: string, answer: string) =>
      scoreAnswer(answer, { ...GOLD, values: [value], oldValues: [] }).hasGold;
    expect(score("Zefiro's\nKitchen", "We eat at ZEFIRO’S  Kitchen [1].")).toBe(true);
    expect(score("Zefiro's Kitchen", "We eat at Zefiro's [1].")).toBe(false);
  });

  it("needs every value, and for tracking their order", () => {
    const score = (inOrder: boolean, answer: string) =>
      scoreAnswer(answer, { ...GOLD, values: ["red", "blue", "green"], inOrder }).hasGold;
    expect(score(false, "Green, red and blue.")).toBe(true);
    expect(score(false, "Green and red.")).toBe(false);
    expect(score(true, "Green, red and blue.")).toBe(false);
    expect(score(true, "Red, then blue, now green.")).toBe(true);
  });

  it("tells a new value from the old one beside it", () => {
    expect(scoreAnswer(RULE, GOLD)).toMatchObject({ hasGold: true, hasOldValue: false, appliesRule: true });
    expect(scoreAnswer(`${RULE} Before: Seoyun Choi.`, GOLD)).toMatchObject({ hasGold: true, hasOldValue: true });
    expect(scoreAnswer(DOUBT, GOLD)).toMatchObject({ hasGold: false, hasOldValue: true, appliesRule: false });
  });

  it.each([
    ["a doubt before the old value", DOUBT, true, true],
    ["a doubt in place of the old value", "Not certain any more: Jihoon Ryu is our new lead [1].", true, true],
    ["a doubt after the old value", `“Code reviews go to Seoyun Choi” [1]. ${DOUBT}`, true, false],
    [
      "a doubt that does not name the change",
      "Not certain any more: “Code reviews go to Seoyun Choi” [1].",
      true,
      false,
    ],
    ["the change without a doubt", "“Jihoon Ryu is our new lead” [1]", false, false],
    ["an abstention", "Your notes do not answer this.", false, false],
  ])("counts %s", (_, answer, doubts, doubtsOldValue) => {
    expect(scoreAnswer(answer, GOLD)).toMatchObject({ doubts, doubtsOldValue });
  });
});
