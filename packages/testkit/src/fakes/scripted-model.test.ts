import type { AnswerPart, AnswerRequest, Passage } from "@knote/api";
import { expect, it } from "vitest";
import { expectRefusal } from "../contract/refusals.ts";
import { createScriptedModel } from "./scripted-model.ts";

const PASSAGE: Passage = {
  noteId: "id",
  title: "Owls hunt",
  text: "",
  state: "active",
  createdAt: "",
  similarity: 1,
  score: 1,
  coverage: 1,
  contradicts: [],
};
const REQUEST: AnswerRequest = { query: "Who hunts?", passages: [PASSAGE], maxTokens: 400 };

it("yields the scripted text, then the citations", async () => {
  const model = createScriptedModel("model", () => ({ text: ["One ", "two [2]"], cited: [2] }));
  expect(await Array.fromAsync(model.answer(REQUEST))).toEqual([{ text: "One " }, { text: "two [2]" }, { cited: [2] }]);
  expect(model.requests).toEqual([REQUEST]);
});

it("cites the first passage by default", async () => {
  const model = createScriptedModel("model");
  expect((await Array.fromAsync(model.answer(REQUEST))).at(-1)).toEqual({ cited: [1] });
  expect((await Array.fromAsync(model.answer({ ...REQUEST, passages: [] }))).at(-1)).toEqual({ cited: [] });
});

it("fails after its text, or at once while it is down", async () => {
  const model = createScriptedModel("model", () => ({ text: ["One"], cited: [], error: new Error("broken") }));
  const parts: AnswerPart[] = [];
  const reading = async () => {
    for await (const part of model.answer(REQUEST)) parts.push(part);
  };
  await expect(reading()).rejects.toThrow("broken");
  expect(parts).toEqual([{ text: "One" }]);
  model.setStatus("down");
  await expectRefusal(reading(), "UNAVAILABLE");
});

it("waits while it is held, until released or aborted", async () => {
  const model = createScriptedModel("model", () => ({ text: ["One", "two"], cited: [] }));
  const leaving = new AbortController();
  const parts = model.answer({ ...REQUEST, signal: leaving.signal })[Symbol.asyncIterator]();
  expect((await parts.next()).value).toEqual({ text: "One" });
  model.hold();
  const second = parts.next();
  model.release();
  expect((await second).value).toEqual({ text: "two" });
  model.hold();
  const last = parts.next();
  leaving.abort(new Error("left"));
  await expect(last).rejects.toThrow("left");
});
