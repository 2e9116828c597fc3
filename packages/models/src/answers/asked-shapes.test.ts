import type { Passage } from "@knote/api";
import { describe, expect, it } from "vitest";
import { answerOf, passagesFor } from "./a-passage.ts";
import { NO_ANSWER, NO_SUBJECT } from "./answerable.ts";
import { createExtractModel } from "./extract-model.ts";

const model = createExtractModel();

async function answer(query: string, notes: readonly Partial<Passage>[]): Promise<string> {
  return (await answerOf(model, { query, passages: passagesFor(query, notes) })).text;
}

describe("an answer", () => {
  it("is the list itself when a list is asked for", async () => {
    const tools = { title: "Tools for the hedge", text: "- long shears\n- a ladder\n- gloves\n\nAll are in the shed." };
    expect(await answer("Which tools do I need for the hedge?", [tools])).toBe(
      "“Tools for the hedge” “long shears” “a ladder” “gloves” [1]",
    );
  });

  it("gives the reason with the fact", async () => {
    const note = { title: "We sold the canoe", text: "It leaked. Nobody wanted to repair it because of the smell." };
    expect(await answer("Why did we sell the canoe?", [note])).toBe(
      "“Nobody wanted to repair it because of the smell.” “We sold the canoe” [1]",
    );
  });

  it("begins with a number only beside the noun that was asked for", async () => {
    const shop = { title: "The bakery", text: "| bread | euros |\n|---|---|\n| rye | 4 |\n| oat | 6 |" };
    expect(await answer("What does the oat bread cost at the bakery?", [shop])).toBe("Euros 6: “oat: euros 6” [1]");
    const club = { title: "The club has a house of 3 floors", text: "It was built in 1999." };
    expect(await answer("How many members does the club have?", [club])).toBe(NO_ANSWER);
  });

  it("is the rows that have what is asked for", async () => {
    const films = { title: "Films of the winter", text: "- Tide: four stars\n- Moor: two stars\n- Fen: four stars" };
    expect(await answer("Which films of the winter got four stars?", [films])).toBe(
      "“Films of the winter” “Tide: four stars” “Fen: four stars” [1]",
    );
    const bells = {
      title: "When the bells ring",
      text: "- Noon: 12:00\n- Vespers: 18:00\n\nBells ring at noon and vespers.",
    };
    expect(await answer("What are the times of the noon and vespers bells?", [bells])).toMatch(/12:00.*18:00/);
    const rooms = {
      title: "The inn",
      text: "| what | how many |\n|---|---|\n| rooms | 12 |\n\nStoves in rooms 1 to 4.",
    };
    expect(await answer("How many rooms does the inn have?", [rooms])).toBe("12: “rooms: how many 12” [1]");
  });

  it("is the text below a title that is the question", async () => {
    const note = { title: "Colour of the gate", text: "Moss green. The gate was once red, but the colour faded." };
    expect(await answer("colour of the gate", [note])).toBe("“Colour of the gate” “Moss green.” [1]");
  });

  it("is how long, not how much later", async () => {
    const note = { title: "Fog at sea", text: "Turn back after five minutes. It clears twenty minutes later." };
    expect(await answer("How long can I stay in fog at sea?", [note])).toContain("Five minutes: ");
    const power = { title: "No power on 3 May", text: "From 05:20 to 08:55. The check runs 14 days before." };
    expect(await answer("How long was the power out on 3 May?", [power])).toContain("05:20");
  });

  it("is what a note says of the past when that is asked for", async () => {
    const note = { title: "The ferry costs 9 euros", text: "Before it was 7." };
    expect(await answer("What did the ferry cost before?", [note])).toContain("“Before it was 7.”");
    expect(await answer("What does the ferry cost now?", [note])).toMatch(/^9 euros: /);
  });

  it("gives the sentence before as a reason where none comes after", async () => {
    const note = { title: "Our boat", text: "The last owner drowned. We keep its old berth." };
    expect(await answer("Why do we keep the old berth of our boat?", [note])).toContain("drowned");
  });

  it("takes a row of a table as a sentence, and quotes no markup", async () => {
    const rooms = { title: "Rooms of the **old** mill", text: "| room | size |\n|---|---|\n| attic | 20 m² |" };
    expect(await answer("How big is the attic of the mill?", [rooms])).toBe("20: “attic: size 20 m²” [1]");
  });

  it("to a negative question is what is not so", async () => {
    const note = { title: "Flour for the bread", text: "Spelt and rye rise well. Rice flour does not rise." };
    expect(await answer("Which flour does not rise?", [note])).toContain("“Rice flour does not rise.”");
  });

  it("compares by what each note says", async () => {
    const text = await answer("How do the canoe and the kayak differ?", [
      { title: "The canoe is wide", text: "Two fit in." },
      { title: "The kayak is fast", text: "One fits in." },
    ]);
    expect(text).toContain("“The canoe is wide” “Two fit in.” [1]");
    expect(text).toContain("“The kayak is fast” “One fits in.” [2]");
  });

  it.each(["And why?", "When was that?", "What did he say about it?", "Tell me more.", "Is that still true?"])(
    "to %j, which names no subject, asks for one",
    async (query) => {
      expect(await answer(query, [{ title: "We sold the canoe", similarity: 0.8, text: "He said it leaked." }])).toBe(
        NO_SUBJECT,
      );
    },
  );

  it.each([
    ["What is the password of the printer?", { title: "The printer is in the hall", text: "It jams." }],
    ["How long does a spelt loaf bake?", { title: "A rye loaf bakes for 50 minutes", text: "At 220 degrees." }],
    ["Is Ines allergic to cashews?", { title: "Ines is allergic to walnuts", text: "Since birth." }],
    ["What is new in release 7.2?", { title: "Release 7.1 is faster", text: "Twice as fast." }],
    ["What does the canoe cost?", { title: "The canoe is in the shed", text: "It has 2 seats." }],
  ])("is missing for %j when the note is about another thing", async (query, note) => {
    expect(await answer(query, [{ similarity: 0.49, ...note }])).toBe(NO_ANSWER);
  });
});
