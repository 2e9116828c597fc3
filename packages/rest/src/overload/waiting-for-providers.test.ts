import type { LinkJudge } from "@knote/api";
import { createHashEmbedder, createScriptedModel, eventually, openEvents, testServices } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../testing/start-app.ts";
import type { WorkLimits } from "./admission.ts";

const QUESTION = { json: { query: "What consolidates memory?" } };
const BY_WORDS = { json: { query: "What consolidates memory?", mode: "keyword" } };
const MANY = 30;

/** A service whose embedder, models and judge wait until the test releases them. */
async function withProvider(workLimits?: WorkLimits) {
  const embedder = { ...createHashEmbedder(), isRemote: true };
  const model = { ...createScriptedModel("remote"), isRemote: true };
  const models = { default: model, capable: model, demo: createScriptedModel("demo") };
  const judging = Promise.withResolvers<void>();
  let judgeCalls = 0;
  const judge: LinkJudge = {
    id: "judge",
    async judge() {
      judgeCalls++;
      await judging.promise;
      return [];
    },
  };
  const services = testServices({ embedder, models, judge, suggestionDeadlineMs: 1_000_000 });
  const app = await startApp({ services, ...(workLimits && { workLimits }) });
  const parts = { app, embedder, model, judged: () => judgeCalls, endJudging: judging.resolve };
  return { ...parts, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

/** Expects that requests without a provider are answered at once. */
async function expectServed(app: TestApp, name = "grace") {
  const person = await app.user(name);
  const id = await person.note("Sleep consolidates memory");
  expect((await person.send("POST /api/recall", BY_WORDS)).body.results).toMatchObject([{ id }]);
  expect((await person.send("GET /api/graph/notes?q=sleep")).body.notes).toMatchObject([{ id }]);
  expect((await person.send(`GET /api/workspace/notes/${id}`)).status).toBe(200);
}

describe("while a provider keeps one user waiting, others are served:", () => {
  const tight = { recall: { most: 256, atOnce: 1, atOnceOfOne: 1, begunOfOne: 4 } };

  it("questions to be embedded", async () => {
    await using parts = await withProvider(tight);
    const { app, embedder } = parts;
    const ada = await app.user("ada");
    embedder.hold();
    const recalls = Array.from({ length: MANY }, () => ada.send("POST /api/recall", QUESTION));
    // The provider never gets more requests of one user than the share.
    await eventually(() => expect(embedder.calls).toHaveLength(4));
    embedder.setQueueDelayMs(10 ** 9);
    await expectServed(app);
    expect(embedder.calls).toHaveLength(4);
    embedder.release();
    expect(new Set((await Promise.all(recalls)).map(({ status }) => status))).toEqual(new Set([200]));
  });

  it("answers", async () => {
    await using parts = await withProvider(tight);
    const { app, model } = parts;
    const ada = await app.user("ada");
    model.hold();
    const asks = Array.from({ length: MANY }, () => ada.send("POST /api/ask", QUESTION));
    await eventually(() => expect(model.requests).toHaveLength(4));
    await expectServed(app);
    expect(model.requests).toHaveLength(4);
    model.release();
    expect(new Set((await Promise.all(asks)).map(({ status }) => status))).toEqual(new Set([200]));
  });

  it("answers that are streamed", async () => {
    await using parts = await withProvider(tight);
    const { app, model } = parts;
    const token = await app.token("ada");
    model.hold();
    const streams = await Promise.all(
      Array.from({ length: 4 }, () => openEvents(app.url, "POST /api/ask", { ...QUESTION, token })),
    );
    const ada = await app.user("ada");
    let isAnswered = false;
    const fifth = ada.send("POST /api/recall", BY_WORDS).finally(() => (isAnswered = true));
    await expectServed(app);
    expect(isAnswered).toBe(false);
    model.release();
    await eventually(() => expect(streams.map(({ hasEnded }) => hasEnded)).toEqual([true, true, true, true]));
    expect((await fifth).status).toBe(200);
  });

  it("suggestions to be judged", async () => {
    await using parts = await withProvider(tight);
    const { app, judged } = parts;
    const ada = await app.user("ada");
    const [id] = [await ada.note("Sleep consolidates memory"), await ada.note("Sleep and memory")];
    const suggestions = Array.from({ length: MANY }, () => ada.send(`GET /api/workspace/notes/${id}/suggestions`));
    await eventually(() => expect(judged()).toBe(4));
    await expectServed(app);
    expect(judged()).toBe(4);
    parts.endJudging();
    expect(new Set((await Promise.all(suggestions)).map(({ status }) => status))).toEqual(new Set([200]));
  });

  it("new notes, which wait a little for their vectors", async () => {
    await using parts = await withProvider({ write: { most: 1_024, atOnce: 1, atOnceOfOne: 1, begunOfOne: 4 } });
    const { app, embedder } = parts;
    const ada = await app.user("ada");
    embedder.hold();
    const writes = Array.from({ length: MANY }, (_, place) => ada.note(`Owl ${place}`));
    await eventually(() => expect(embedder.calls.length).toBeGreaterThan(3));
    embedder.setQueueDelayMs(10 ** 9);
    const grace = await app.user("grace");
    await grace.note("Served");
    embedder.release();
    expect(await Promise.all(writes)).toHaveLength(MANY);
  });
});
