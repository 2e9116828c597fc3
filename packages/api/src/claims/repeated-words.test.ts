import { expect, it } from "vitest";
import { repetition, wordRuns } from "./repeated-words.ts";

const EIGHT = "the barn owl hears mice under deep snow";
const SEVEN = "barn owl hears mice under deep snow";

it("finds eight words in a row, whatever their case and punctuation, not seven", () => {
  const text = `As read: “The barn owl hears mice, under deep snow.”`;
  const place = repetition(wordRuns(text), `I noted that ${EIGHT} yesterday.`);
  expect(text.slice(place!.start, place!.end)).toBe("The barn owl hears mice, under deep snow");
  expect(repetition(wordRuns(text), `I noted that a ${SEVEN} yesterday.`)).toBeNull();
});

it("finds no words in another order", () => {
  expect(repetition(wordRuns(EIGHT), "snow deep under mice hears owl barn the")).toBeNull();
});

it("takes no run of dates and small words for a repetition", () => {
  const [few, enough] = ["barn owls at 9 10 am on 4 2023", "barn owls hear mice 9 10 am on"];
  expect(repetition(wordRuns(few), few)).toBeNull();
  expect(repetition(wordRuns(enough), enough)).not.toBeNull();
});

it("compares a thousand words of each text", () => {
  const filler = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join(" ");
  expect(repetition(wordRuns(EIGHT), `${filler(992)} ${EIGHT}`)).not.toBeNull();
  expect(repetition(wordRuns(EIGHT), `${filler(993)} ${EIGHT}`)).toBeNull();
  expect(repetition(wordRuns(`${filler(992)} ${EIGHT}`), EIGHT)).not.toBeNull();
  expect(repetition(wordRuns(`${filler(993)} ${EIGHT}`), EIGHT)).toBeNull();
});
