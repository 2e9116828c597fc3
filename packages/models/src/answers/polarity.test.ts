import { expect, it } from "vitest";
import { polarityOf } from "./polarity.ts";
import { parseQuestion } from "./question.ts";

it.each([
  ["Is the shed locked?", "The shed is locked at night", "yes"],
  ["Is the shed locked?", "The shed is never locked", "no"],
  ["Does Ines eat fish?", "Ines eats meat but no fish", "no"],
  ["Does Ines eat meat?", "Ines eats meat but no fish", "yes"],
  ["Was the fence built with nails?", "The fence was built without nails", "no"],
  ["Is the shed locked?", "The shed is green", null],
  ["Should the shed be locked?", "The shed is locked", null],
  ["Should the shed be locked?", "The shed should be locked", "yes"],
  ["Isn't the shed locked?", "The shed is locked", "yes"],
  ["Is the shed not locked?", "The shed is locked", null],
  ["Do nets help against moles?", "Nets make no difference", "no"],
  ["Can Ines eat rye?", "No wheat for Ines, but rye is fine", "yes"],
  ["Do we keep hens?", "Ada keeps the hens", null],
  ["Do we keep hens?", "We keep six hens", "yes"],
  ["Is Ada our plumber?", "Ada, our plumber, retired", null],
  ["Darf das Fahrrad in den Keller?", "Kein Fahrrad im Keller", "no"],
])("%s %s: %s", (question, sentence, polarity) => {
  expect(polarityOf(parseQuestion(question), sentence)).toBe(polarity);
});

it("confirms with words of the title, unless the sentence has too little of its own", () => {
  const question = parseQuestion("Do the guides on the island carry our tent?");
  const titleStems = question.reader.stemsIn("A week on the island");
  expect(polarityOf(question, "The guides carry the tent.", titleStems)).toBe("yes");
  expect(polarityOf(question, "The guides carry the tent.")).toBeNull();
  expect(polarityOf(question, "The guides sing.", titleStems)).toBeNull();
  expect(polarityOf(parseQuestion("Does the island have wells?"), "There are two wells.", titleStems)).toBe("yes");
  expect(polarityOf(question, "The guides do not carry the tent.", titleStems)).toBe("no");
});
