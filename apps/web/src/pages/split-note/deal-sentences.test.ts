import { expect, it } from "vitest";
import { dealSentences } from "./deal-sentences.ts";

it("splits a claim that joins two, and deals the sentences out by their words", () => {
  const content = "Mice are what owls hunt most. They hear them. Bats sleep in caves all day! In winter, too.";
  expect(dealSentences({ title: "Owls hunt mice, and bats sleep all day.", content })).toEqual([
    { title: "Owls hunt mice", content: "Mice are what owls hunt most. They hear them." },
    { title: "Bats sleep all day", content: "Bats sleep in caves all day! In winter, too." },
  ]);
});

it("loses no sentence, whatever the text", () => {
  for (const content of ["", "No end", "One. Two? Three… “Four.” Five", "\n\nA line\nand another.\n", "!!! ..."]) {
    const [first, second] = dealSentences({ title: "One; two", content });
    const letters = (text: string) => text.replaceAll(/[^\p{L}]/gu, "");
    expect(letters(first.content + second.content)).toHaveLength(letters(content).length);
  }
});

it("leaves the second part empty for a claim that joins nothing, and repeats no claim as content", () => {
  expect(dealSentences({ title: "Owls hunt", content: "At night." })).toEqual([
    { title: "Owls hunt", content: "At night." },
    { title: "", content: "" },
  ]);
  expect(dealSentences({ title: "A; b", content: "A; b" }).map(({ content }) => content)).toEqual(["", ""]);
});
