import { createHashEmbedder, createMemoryStorage, testServices, testUser } from "@knote/testkit";
import { afterEach, describe, expect, it, vi } from "vitest";
import { DomainError } from "./errors.ts";
import { health } from "./health.ts";
import type { Storage } from "./ports/storage.ts";

const OK = { storage: "ok", search: "ok", models: "ok" };

describe("health", () => {
  afterEach(() => vi.useRealTimers());

  it("is ok when everything is up, with version, uptime and pending notes", async () => {
    const { services, user } = setUp();
    services.clock.advance(61_400);
    expect(await health(services)).toEqual({
      status: "ok",
      version: "0.0.0-test",
      uptime_seconds: 61,
      checks: OK,
      pending: 0,
    });
    services.embedder.setStatus("loading");
    await user.note("Owls hunt");
    expect(await health(services)).toMatchObject({ status: "ok", checks: OK, pending: 1 });
  });

  it.each(["embedder", "default", "capable"] as const)("is degraded when the model %s is down", async (model) => {
    const { services } = setUp();
    if (model === "embedder") services.embedder.setStatus("down");
    else services.models[model].setStatus("down");
    expect(await health(services)).toMatchObject({ status: "degraded", checks: { ...OK, models: "down" } });
  });

  it("is judged by the configured embedder while an earlier one still answers", async () => {
    const { services } = setUp();
    const earlier = createHashEmbedder("earlier");
    earlier.setStatus("down");
    const changing = { ...services, embedder: earlier };
    expect(await health(changing)).toMatchObject({ status: "ok", checks: OK });
    services.embedder.setStatus("down");
    earlier.setStatus("ready");
    expect(await health(changing)).toMatchObject({ status: "degraded", checks: { ...OK, models: "down" } });
  });

  it("has something pending until the vectors of the configured embedder answer", async () => {
    const { services } = setUp();
    expect(await health(services)).toMatchObject({ pending: 0 });
    expect(await health({ ...services, embedder: createHashEmbedder("earlier") })).toMatchObject({ pending: 1 });
  });

  it("uses the recent number of pending notes where there is one, and counts nothing", async () => {
    const { services } = setUp((storage) => ({
      ...storage,
      vectors: { ...storage.vectors, pending: isDown, recentPending: async () => 7 },
    }));
    expect(await health(services)).toMatchObject({ status: "ok", pending: 7 });
  });

  it("is degraded when search is down, and down when documents are", async () => {
    const noSearch = setUp((storage) => ({
      ...storage,
      checkSearch: isDown,
      vectors: { ...storage.vectors, pending: isDown },
    }));
    expect(await health(noSearch.services)).toMatchObject({
      status: "degraded",
      checks: { ...OK, search: "down" },
      pending: 0,
    });
    const noDocuments = setUp((storage) => ({ ...storage, checkDocuments: isDown }));
    expect(await health(noDocuments.services)).toMatchObject({ status: "down", checks: { ...OK, storage: "down" } });
  });

  it("is degraded when the activity log is down, and names all down parts in a header", async () => {
    const { services } = setUp((storage) => ({ ...storage, checkActivity: isDown }));
    const headers: [string, string][] = [];
    const servicesWithHeaders = {
      ...services,
      setHeader: (name: string, value: string) => void headers.push([name, value]),
    };
    expect(await health(servicesWithHeaders)).toMatchObject({ status: "degraded", checks: OK });
    services.embedder.setStatus("down");
    await health(servicesWithHeaders);
    expect(headers).toEqual([
      ["X-Degraded", "activity"],
      ["X-Degraded", "models, activity"],
    ]);
    const sound: unknown[] = [];
    await health({ ...setUp().services, setHeader: (...header) => void sound.push(header) });
    expect(sound).toEqual([]);
  });

  it("is degraded by a trouble of the storage, and gives the reason in a header", async () => {
    const reasons = [
      { part: "indexes", reason: "2 of 29 indexes are missing" },
      { part: "activity", reason: "Redis is full" },
    ] as const;
    const { services } = setUp((storage) => ({ ...storage, troubles: () => reasons }));
    const headers: Record<string, string> = {};
    const setHeader = (name: string, value: string) => void (headers[name] = value);
    expect(await health({ ...services, setHeader })).toMatchObject({ status: "degraded", checks: OK });
    expect(headers).toEqual({
      "X-Degraded": "activity, indexes",
      "X-Degraded-Reason": "2 of 29 indexes are missing; Redis is full",
    });
    const sound = setUp((storage) => ({ ...storage, troubles: () => [] }));
    expect(await health(sound.services)).toMatchObject({ status: "ok" });
  });

  it("waits less than a second for a dead dependency", async () => {
    vi.useFakeTimers();
    const { services } = setUp((storage) => ({
      ...storage,
      checkDocuments: isDead,
      checkSearch: isDead,
      checkActivity: isDead,
      vectors: { ...storage.vectors, pending: isDead },
    }));
    const checking = health(services);
    await vi.advanceTimersByTimeAsync(999);
    expect(await checking).toMatchObject({
      status: "down",
      checks: { storage: "down", search: "down", models: "ok" },
      pending: 0,
    });
    expect(vi.getTimerCount()).toBe(0);
  });

  it("does not report a dependency as down because the service itself was blocked", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const answer = Promise.withResolvers<void>();
    const { services } = setUp((storage) => ({ ...storage, checkDocuments: () => answer.promise }));
    const checking = health(services);
    // However late a timer fires, an answer that arrived meanwhile is read before the timeout.
    vi.advanceTimersToNextTimer();
    vi.advanceTimersToNextTimer();
    answer.resolve();
    expect(await checking).toMatchObject({ status: "ok" });
  });

  it("never reports a negative uptime", async () => {
    const { services } = setUp();
    services.clock.turnBack(5_000);
    expect((await health(services)).uptime_seconds).toBe(0);
  });
});

async function isDown(): Promise<never> {
  throw new DomainError("UNAVAILABLE", "The engine is down.");
}

function isDead(): Promise<never> {
  return new Promise(() => undefined);
}

function setUp(breakStorage: (storage: Storage) => Storage = (storage) => storage) {
  const services = testServices({ storage: breakStorage(createMemoryStorage()) });
  return { services, user: testUser(services) };
}
