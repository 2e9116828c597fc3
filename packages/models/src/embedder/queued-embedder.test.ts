import { DomainError } from "@knote/api";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { EncodeRequest, EncoderReply } from "./encoder-messages.ts";
import type { EncoderWorkerEvents } from "./encoder-worker.ts";
import { createQueuedEmbedder, type QueuedEmbedderOptions } from "./queued-embedder.ts";

describe("queued embedder", () => {
  afterEach(() => void vi.useRealTimers());

  it("waits while loading, then answers in the order of the texts", async () => {
    const { embedder, worker } = anEmbedder();
    const vectors = embedder.embed(["a", "bb"], { priority: "query" });
    expect(embedder.status()).toBe("loading");
    expect(worker.requests).toEqual([]);
    worker.reply({ kind: "ready" });
    worker.answer();
    worker.answer();
    expect(await vectors).toEqual([Float32Array.of(1), Float32Array.of(2)]);
    expect(embedder.status()).toBe("ready");
  });

  it("sends one text at a time, the most urgent next", async () => {
    const { embedder, worker } = aReadyEmbedder();
    const all = Promise.all([
      embedder.embed(["b1", "b2"], { priority: "background" }),
      embedder.embed(["l1"], { priority: "live" }),
      embedder.embed(["q1"], { priority: "query" }),
    ]);
    for (let sentCount = 1; sentCount <= 4; sentCount++) {
      expect(worker.requests).toHaveLength(sentCount);
      worker.answer();
    }
    await all;
    expect(worker.requests.map((request) => request.text)).toEqual(["b1", "q1", "l1", "b2"]);
  });

  it("takes an aborted call's texts out of the queue and rejects with the signal's reason", async () => {
    const { embedder, worker } = aReadyEmbedder();
    const first = embedder.embed(["first"], { priority: "live" });
    const leaving = new AbortController();
    const abandonedCall = embedder.embed(["x", "y"], { priority: "live", signal: leaving.signal });
    const last = embedder.embed(["last"], { priority: "live" });
    leaving.abort(new Error("left"));
    await expect(abandonedCall).rejects.toThrow("left");
    worker.answer();
    worker.answer();
    await Promise.all([first, last]);
    expect(worker.requests.map((request) => request.text)).toEqual(["first", "last"]);
  });

  it("does not begin a call that is aborted already", async () => {
    const { embedder, worker } = aReadyEmbedder();
    await expect(
      embedder.embed(["a"], { priority: "query", signal: AbortSignal.abort(new Error("left")) }),
    ).rejects.toThrow("left");
    expect(worker.requests).toEqual([]);
  });

  it("does not embed a text again that it has just embedded", async () => {
    const { embedder, worker } = aReadyEmbedder();
    const once = embedder.embed(["same", "same"], { priority: "live", userId: "ada" });
    worker.answer();
    expect(await once).toEqual([Float32Array.of(4), Float32Array.of(4)]);
    const later = { priority: "background", userId: ["bob", "ada"] } as const;
    const both = embedder.embed(["other", "same"], later);
    worker.answer();
    expect(await both).toEqual([Float32Array.of(5), Float32Array.of(4)]);
    expect(worker.requests.map(({ text }) => text)).toEqual(["same", "other"]);
  });

  it("puts before a text what the model expects, and keeps a question apart from the same text of a note", async () => {
    const { embedder, worker } = aReadyEmbedder({ prefixes: { question: "query: ", note: "note: " } });
    const embed = (isQuestion: boolean) => embedder.embed(["owls"], { priority: "query", userId: "ada", isQuestion });
    for (const [isQuestion, length] of [
      [true, 11],
      [false, 10],
    ] as const) {
      const vectors = embed(isQuestion);
      worker.answer();
      expect(await vectors).toEqual([Float32Array.of(length)]);
    }
    expect(await embed(true)).toEqual([Float32Array.of(11)]);
    expect(worker.requests.map(({ text }) => text)).toEqual(["query: owls", "note: owls"]);
  });

  it("makes a vector again for another user, who can tell by no time what was asked before", async () => {
    const { embedder, worker } = aReadyEmbedder();
    for (const userId of ["ada", "bob", undefined, undefined]) {
      const before = worker.requests.length;
      const vectors = embedder.embed(["same"], { priority: "query", ...(userId && { userId }) });
      expect(worker.requests).toHaveLength(before + 1);
      worker.answer();
      await vectors;
    }
  });

  it("sends one user's question after one more text of another's, however many wait", async () => {
    const { embedder, worker } = aReadyEmbedder({ maxWaiting: 1_000 });
    const many = embedder.embed(
      Array.from({ length: 500 }, (_, index) => `many ${index}`),
      { priority: "query", userId: "ada" },
    );
    const one = embedder.embed(["one"], { priority: "query", userId: "bob" });
    for (let sentCount = 0; sentCount < 501; sentCount++) worker.answer();
    await Promise.all([many, one]);
    expect(worker.requests.findIndex(({ text }) => text === "one")).toBeLessThanOrEqual(2);
  });

  it("refuses a whole call beyond the limit of its priority, and only there", async () => {
    const { embedder, worker } = aReadyEmbedder({ maxWaiting: 2 });
    const acceptedCall = embedder.embed(["1", "22"], { priority: "background" });
    await expect(embedder.embed(["333", "4444"], { priority: "background" })).rejects.toMatchObject({
      code: "UNAVAILABLE",
      retryAfterSeconds: 1,
    });
    const query = embedder.embed(["55555"], { priority: "query" });
    for (let sentCount = 0; sentCount < 3; sentCount++) worker.answer();
    await Promise.all([acceptedCall, query]);
    expect(worker.requests.map((request) => request.text)).toEqual(["1", "55555", "22"]);
  });

  it("rejects one text that the model fails on and goes on with the next", async () => {
    const { embedder, worker } = aReadyEmbedder();
    const bad = embedder.embed(["bad"], { priority: "live" });
    const good = embedder.embed(["good"], { priority: "live" });
    worker.reply({ kind: "failed", id: worker.requests[0]!.id, reason: "odd" });
    await expect(bad).rejects.toMatchObject({ code: "PROVIDER_FAILED" });
    worker.answer();
    expect(await good).toEqual([Float32Array.of(4)]);
  });

  it("rejects a text whose vector has no direction", async () => {
    const { embedder, worker } = aReadyEmbedder();
    for (const vector of [Float32Array.of(0, 0), Float32Array.of(1, NaN)]) {
      const bad = embedder.embed(["bad"], { priority: "live", userId: "ada" });
      worker.reply({ kind: "vector", id: worker.requests.at(-1)!.id, vector });
      await expect(bad).rejects.toMatchObject({ code: "PROVIDER_FAILED" });
    }
    expect(worker.requests).toHaveLength(2);
  });

  it("estimates how long a live text would wait: the work ahead of it at the speed seen so far", async () => {
    const { embedder, worker, clock } = aReadyEmbedder();
    expect(embedder.queueDelayMs()).toBe(0);
    const background = embedder.embed(["x".repeat(1_200), "later"], { priority: "background" });
    const alone = embedder.queueDelayMs();
    expect(alone).toBeGreaterThan(0);
    const live = embedder.embed(["y".repeat(1_200)], { priority: "live" });
    expect(embedder.queueDelayMs()).toBeCloseTo(2 * alone);
    clock.now += 10;
    expect(embedder.queueDelayMs()).toBeCloseTo(2 * alone - 10);
    clock.now += 10_000;
    worker.answer();
    expect(embedder.queueDelayMs()).toBeGreaterThan(5 * alone);
    worker.answer();
    worker.answer();
    await Promise.all([background, live]);
    expect(embedder.queueDelayMs()).toBe(0);
  });

  it("counts at most one text of another user as ahead, however many wait", async () => {
    const { embedder, worker } = aReadyEmbedder();
    const embed = (userId: string) => embedder.embed(["x".repeat(1_200)], { priority: "live", userId });
    const all = [embed("ada"), embed("ada")];
    const ofTwo = embedder.queueDelayMs(0, "bob");
    all.push(...Array.from({ length: 50 }, () => embed("ada")));
    expect(embedder.queueDelayMs(0, "bob")).toBe(ofTwo);
    expect(embedder.queueDelayMs(0, "ada")).toBeGreaterThan(10 * ofTwo);
    for (const _ of all) worker.answer();
    await Promise.all(all);
  });

  it("counts a text's own work by its length, up to the model's window, at recent speed", async () => {
    const { embedder, worker, clock } = aReadyEmbedder();
    const quiet = embedder.queueDelayMs(1_200);
    expect(quiet).toBeGreaterThan(embedder.queueDelayMs(100));
    expect(embedder.queueDelayMs(50_000)).toBe(quiet);
    for (const text of ["x", "y", "z"]) {
      const vectors = embedder.embed([text.repeat(1_200)], { priority: "live" });
      clock.now += 1_000;
      worker.answer();
      await vectors;
    }
    expect(embedder.queueDelayMs(1_200)).toBeGreaterThan(500);
    expect(embedder.queueDelayMs()).toBe(0);
  });

  it("says that its files are fetched, while texts wait", async () => {
    const { embedder, worker, statuses } = anEmbedder();
    const waiting = embedder.embed(["a"], { priority: "background" });
    worker.reply({ kind: "fetching", reason: "fetching a package" });
    expect(embedder.status()).toBe("loading");
    worker.reply({ kind: "ready" });
    worker.answer();
    expect(await waiting).toEqual([Float32Array.of(1)]);
    expect(statuses).toEqual([
      ["loading", "fetching a package"],
      ["ready", undefined],
    ]);
  });

  it("is down with the reason where the model cannot run, and rejects at once", async () => {
    const { embedder, worker, statuses } = anEmbedder();
    const waiting = embedder.embed(["a"], { priority: "background" });
    worker.reply({ kind: "unusable", reason: "no library" });
    await expect(waiting).rejects.toSatisfy(DomainError.is);
    await expect(embedder.embed(["a"], { priority: "query" })).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(statuses).toEqual([["down", "no library"]]);
    expect(embedder.queueDelayMs()).toBe(0);
    expect(worker.starts).toBe(1);
  });

  it("rejects pending calls when its worker crashes, restarts it once, and answers again", async () => {
    vi.useFakeTimers();
    const { embedder, worker, statuses } = aReadyEmbedder();
    const underWay = embedder.embed(["a"], { priority: "query" });
    const waiting = embedder.embed(["b"], { priority: "background" });
    worker.crash(new Error("out of memory"));
    await expect(underWay).rejects.toMatchObject({ code: "UNAVAILABLE" });
    await expect(waiting).rejects.toMatchObject({ code: "UNAVAILABLE" });
    const after = embedder.embed(["cc"], { priority: "query" });
    expect(embedder.queueDelayMs()).toBeGreaterThan(0);
    vi.runAllTimers();
    worker.reply({ kind: "ready" });
    worker.answer();
    expect(await after).toEqual([Float32Array.of(2)]);
    expect(worker.starts).toBe(2);
    expect(statuses).toEqual([
      ["ready", undefined],
      ["loading", "out of memory"],
      ["ready", undefined],
    ]);
  });

  it("stays down after a second crash if it comes soon, not if it comes much later", async () => {
    vi.useFakeTimers();
    const { embedder, worker, clock } = aReadyEmbedder();
    worker.crash(new Error("first"));
    vi.runAllTimers();
    worker.reply({ kind: "ready" });
    clock.now += 11 * 60_000;
    worker.crash(new Error("much later"));
    vi.runAllTimers();
    worker.reply({ kind: "ready" });
    expect(embedder.status()).toBe("ready");
    worker.crash(new Error("soon"));
    vi.runAllTimers();
    expect(embedder.status()).toBe("down");
    expect(worker.starts).toBe(3);
  });

  it("rejects pending calls when closed and starts no worker any more", async () => {
    vi.useFakeTimers();
    const { embedder, worker } = aReadyEmbedder();
    worker.crash(new Error("crash"));
    const pending = embedder.embed(["a"], { priority: "live" });
    const whenClosed = embedder.close();
    await expect(pending).rejects.toMatchObject({ code: "UNAVAILABLE" });
    await whenClosed;
    await embedder.close();
    vi.runAllTimers();
    expect(worker.starts).toBe(1);
    await expect(embedder.embed(["a"], { priority: "live" })).rejects.toMatchObject({ code: "UNAVAILABLE" });
  });
});

/** Creates a worker that answers when the test says so; a text's vector is its length. */
function aFakeWorker() {
  let events: EncoderWorkerEvents | undefined;
  const requests: EncodeRequest[] = [];
  const worker = {
    requests,
    starts: 0,
    start(own: EncoderWorkerEvents) {
      events = own;
      worker.starts++;
      return { send: (request: EncodeRequest) => void requests.push(request), stop: async () => {} };
    },
    reply: (reply: EncoderReply) => events!.onReply(reply),
    answer() {
      const { id, text } = requests.at(-1)!;
      worker.reply({ kind: "vector", id, vector: Float32Array.of(text.length) });
    },
    crash: (cause: Error) => events!.onCrash(cause),
  };
  return worker;
}

function anEmbedder(options: Partial<QueuedEmbedderOptions> = {}) {
  const worker = aFakeWorker();
  const clock = { now: 0 };
  const statuses: unknown[] = [];
  const embedder = createQueuedEmbedder({
    model: "fake",
    dimensions: 1,
    prefixes: { question: "Q:", note: "" },
    startWorker: worker.start,
    onStatus: (status, reason) => void statuses.push([status, reason]),
    maxWaiting: 100,
    cachedVectors: 10,
    restartDelayMs: 1_000,
    now: () => clock.now,
    ...options,
  });
  return { embedder, worker, clock, statuses };
}

function aReadyEmbedder(options: Partial<QueuedEmbedderOptions> = {}) {
  const fixture = anEmbedder(options);
  fixture.worker.reply({ kind: "ready" });
  return fixture;
}
