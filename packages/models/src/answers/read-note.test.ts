import { wordReader } from "@knote/api";
import { describe, expect, it } from "vitest";
import { aPassage } from "./a-passage.ts";
import { dayName } from "./dates.ts";
import { readNote } from "./read-note.ts";

const ENGLISH = wordReader("What is it?");
const texts = (note: Parameters<typeof aPassage>[0]) =>
  readNote(aPassage(note), ENGLISH).sentences.map(({ text }) => text);
const day = (note: Parameters<typeof aPassage>[0]) => dayName(readNote(aPassage(note), ENGLISH).day);

describe("a note", () => {
  it("has its title as a claim, unless the text repeats it", () => {
    expect(texts({ title: "Sleep helps", text: "It does." })).toEqual(["Sleep helps", "It does."]);
    expect(texts({ title: "Sleep helps", text: "Sleep helps a lot." })).toEqual(["Sleep helps a lot."]);
  });

  it("leaves out a title that only names things, unless there is no text", () => {
    expect(texts({ title: "Journal of Physics", text: "It appears monthly." })).toEqual(["It appears monthly."]);
    expect(texts({ title: "Journal of Physics", text: "" })).toEqual(["Journal of Physics"]);
  });

  it("was written on the day that it states, else on the day it was stored", () => {
    expect(day({ text: "We met. (11:53 am on 23 March, 2023)" })).toBe("23 March 2023");
    expect(day({ title: "Meeting 2024-02-01", text: "We met." })).toBe("1 February 2024");
    expect(day({ text: "We met on 23 March 2023." })).toBe("1 March 2026");
  });

  it("was not written on a stated day after it was stored", () => {
    expect(day({ title: "Launch on 2027-01-01", text: "We plan." })).toBe("1 March 2026");
  });

  it("is quoted without its date stamp, but with any other bracket", () => {
    expect(texts({ title: "A", text: "We met. (11:53 am on 23 March, 2023)" })).toContain("We met.");
    expect(texts({ title: "A", text: "We met. (It was fun and late)" })).toContain("We met. (It was fun and late)");
  });
});
