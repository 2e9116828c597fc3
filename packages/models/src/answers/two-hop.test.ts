import type { Passage } from "@knote/api";
import { describe, expect, it } from "vitest";
import { answerOf, passagesFor } from "./a-passage.ts";
import { NO_ANSWER } from "./answerable.ts";
import { createExtractModel } from "./extract-model.ts";

const model = createExtractModel();

async function answer(query: string, notes: readonly Partial<Passage>[]): Promise<string> {
  return (await answerOf(model, { query, passages: passagesFor(query, notes) })).text;
}

const LOANS = { title: "What is lent to whom", text: "- the kayak: Ada\n- the tent: Bo" };
const ADA = { title: "Ada Quist tunes organs", text: "Her office is in Malmö. She has two sons." };
const BO = { title: "Bo paints signs", text: "His office is in Ystad." };

describe("a question that describes whom it means", () => {
  it("is answered by the note about the one whom another note names, and cites both", async () => {
    const text = await answer("Where is the office of the friend who has our kayak?", [LOANS, ADA, BO]);
    expect(text).toMatch(/^Malmö: “Her office is in Malmö\.” “Ada Quist tunes organs” \[\d\]\n“the kayak: Ada”/);
    expect(text).not.toContain("Ystad");
  });

  it("can describe by an owner, by what something belongs to, by a role and by what is the same", async () => {
    const sister = { title: "Family", text: "Cleo is Dan's sister." };
    const cleo = { title: "Cleo repairs clocks", text: "Her workshop is in Bergen." };
    expect(await answer("Where is the workshop of Dan's sister?", [sister, cleo])).toMatch(/^Bergen: /);
    const chair = { title: "Sailing club", text: "The chair is Edda Moe." };
    const edda = { title: "Edda Moe", text: "Her boat has 14 berths." };
    expect(await answer("How many berths has the boat of the chair of the sailing club?", [chair, edda])).toMatch(
      /^14: .*\n.*Edda Moe/,
    );
    const tutor = { title: "Finn is my tutor", text: "Since May." };
    const finn = { title: "Finn", text: "He bakes on Fridays." };
    expect(await answer("Which days does my tutor bake?", [tutor, finn])).toContain("“He bakes on Fridays.”");
    const mill = { title: "Flour", text: "The mill is in Upper Fenwick." };
    const smith = { title: "Repairs", text: "Smith: Gale in Upper Fenwick." };
    expect(await answer("Which smith is in the same village as the mill?", [mill, smith])).toContain("Gale");
  });

  it("is not answered when nothing names the one described", async () => {
    expect(await answer("Where is the office of the friend who has our sledge?", [LOANS, ADA, BO])).toBe(NO_ANSWER);
  });

  it("is not answered when the note about the one named lacks what is asked", async () => {
    expect(await answer("What is the birthday of the friend who has our kayak?", [LOANS, ADA, BO])).not.toContain(
      "Ada Quist",
    );
    expect(await answer("When does the friend who has our kayak marry?", [LOANS, ADA, BO])).toBe(NO_ANSWER);
  });

  it("is not answered when two could be meant", async () => {
    const both = { title: "The canoe", text: "Ada and Bo have our canoe." };
    expect(await answer("Where is the office of the friend who has our canoe?", [both, ADA, BO])).not.toMatch(
      /Malmö|Ystad/,
    );
  });

  it("is not answered by a note that is disputed, in doubt or replaced", async () => {
    const query = "Where is the office of the friend who has our kayak?";
    const passages = passagesFor(query, [LOANS, ADA]);
    const withAda = (change: Partial<Passage>) =>
      passages.map((passage) => (passage.title === ADA.title ? { ...passage, ...change } : passage));
    const answers = await Promise.all(
      [{ contradicts: [0] }, { state: "superseded" as const }].map((change) =>
        answerOf(model, { query, passages: withAda(change) }),
      ),
    );
    for (const { text } of answers) expect(text).not.toContain("Malmö");
  });

  it("does not take a word for the name that it looks like", async () => {
    const firm = { title: "Bo Lind, adviser", text: "Author of a guide to branding." };
    const bo = { title: "Bo Lind lives in Ystad", text: "By the harbour." };
    expect(await answer("Where does the author of Brand live?", [firm, bo])).not.toContain("Ystad");
  });

  it("is answered by one note that has all", async () => {
    const own = { title: "The kayak", text: "Ada has our kayak in her office in Lund." };
    expect(await answer("Where is the office of the friend who has our kayak?", [own, ADA])).not.toContain("Malmö");
  });
});
