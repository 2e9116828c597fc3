import { testServices, testUser } from "@knote/testkit";
import { expect, it } from "vitest";
import { dueTexts, estimateIndexing } from "./indexing-estimate.ts";
import { noteWindows, windowText } from "../text/windows.ts";

it("counts what would be embedded: every window with the title that gives it its subject", async () => {
  const texts = [
    { title: "Owls", content: "They hunt." },
    { title: "Bats", content: "" },
    { title: "Long", content: "x".repeat(3_000) },
  ];
  const windowTexts = texts.flatMap((text) => noteWindows(text.content).map((window) => windowText(text, window)));
  const tokens = Math.ceil(windowTexts.join("").length / 4);
  expect(windowTexts.length).toBeGreaterThan(3);
  expect(await estimateIndexing(streamOf(texts))).toEqual({ notes: 3, windows: windowTexts.length, tokens });
  expect(await estimateIndexing(streamOf([]))).toEqual({ notes: 0, windows: 0, tokens: 0 });
});

it("reads each due note once, of every user, however many", async () => {
  const services = testServices();
  const users = [testUser(services), testUser(services)];
  services.embedder.setStatus("loading");
  const titles = Array.from({ length: 1_203 }, (_, index) => `Claim ${index}`);
  for (const [index, title] of titles.entries()) await users[index % 2]!.note(title);
  const read = await Array.fromAsync(dueTexts(services.storage, services.embedder.model));
  expect(read.map(({ title }) => title).toSorted()).toEqual(titles.toSorted());
});

async function* streamOf<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values;
}
