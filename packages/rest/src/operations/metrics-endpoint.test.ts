import { DomainError, type Storage } from "@knote/api";
import { aNoteWrite, createMemoryStorage, openEvents, testServices } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { startApp } from "../testing/start-app.ts";

const NOT_FOUND_BODY = '{"detail":"There is nothing at this path."}';

const away = () => Promise.reject(new DomainError("UNAVAILABLE", "The database cannot be reached."));

describe("/metrics", () => {
  it("does not exist without a metrics token", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    for (const method of ["GET", "OPTIONS", "POST"]) {
      expect(await ada.send(`${method} /metrics`)).toMatchObject({ status: 404, text: NOT_FOUND_BODY });
    }
  });

  it("is opened by the metrics token only", async () => {
    await using app = await startApp({ metricsToken: "figures" });
    const ada = await app.user("ada");
    for (const token of [ada.token, "figure", "figuress", "FIGURES"]) {
      const { status, headers, text } = await app.send("GET /metrics", { token });
      expect({ status, challenge: headers["www-authenticate"] }).toEqual({
        status: 401,
        challenge: 'Bearer error="invalid_token"',
      });
      expect(text).not.toContain("knote_");
    }
    expect((await app.send("GET /metrics")).status).toBe(401);
    expect((await app.send("GET /metrics?token=figures")).status).toBe(401);
    expect((await app.send("GET /metrics", { token: "figures" })).status).toBe(200);
  });

  it("takes every token that the settings allow", async () => {
    for (const token of ["0-._~+/9", "YQ=="]) {
      await using app = await startApp({ metricsToken: token });
      expect((await app.send("GET /metrics", { token })).status).toBe(200);
    }
  });

  it("reports requests by route template, and nothing about users", async () => {
    await using app = await startApp({ metricsToken: "figures" });
    const ada = await app.user("github:ada");
    const id = await ada.note("A private claim");
    await ada.send(`GET /api/workspace/notes/${id}`);
    await ada.send("GET /api/workspace/notes/unknown");
    await app.send("GET /wp-admin/setup.php");
    using events = await openEvents(app.url, "GET /api/activity/stream", { token: ada.token });
    await events.waitForMessages(1);
    for (let index = 0; index < 51; index++) await ada.send("POST /api/ask", { json: { query: "What?" } });
    const { headers, text } = await app.send("GET /metrics", { token: "figures" });
    expect(headers["content-type"]).toMatch(/^text\/plain; version=/);
    const count = (labels: string) =>
      Number(new RegExp(`^knote_http_request_duration_seconds_count\\{${labels}\\} (\\d+)$`, "m").exec(text)?.[1]);
    expect(count('route="/api/workspace/notes/\\{id\\}",method="GET",status="200"')).toBe(1);
    expect(count('route="/api/workspace/notes/\\{id\\}",method="GET",status="404"')).toBe(1);
    expect(count('route="unmatched",method="GET",status="404"')).toBe(1);
    expect(text).toMatch(/^knote_stream_clients 1$/m);
    expect(text).toMatch(/^knote_quota_refusals_total 1$/m);
    expect(text).toMatch(/^knote_index_pending_notes \d+$/m);
    expect(text).toMatch(/^knote_index_postponed_notes 0$/m);
    expect(text).toMatch(/^knote_index_lag_seconds \d/m);
    expect(text).toMatch(/^knote_embed_queue_delay_seconds 0$/m);
    expect(text).toMatch(/^knote_waiting_writes 0$/m);
    expect(text).toMatch(/^knote_waiting_searches 0$/m);
    for (const work of ["read", "search", "recall", "write", "import", "upload"]) {
      expect(text).toMatch(new RegExp(`^knote_work_under_way\\{work="${work}"\\} 0$`, "m"));
    }
    expect(text).toMatch(/^knote_work_under_way\{work="stream"\} 1$/m);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
    expect(text).toMatch(/^knote_http_request_duration_seconds_bucket\{le="0.005",route="\/api\/ask",/m);
    for (const secret of [id, "ada", "private", "wp-admin"]) expect(text).not.toContain(secret);
  });

  it("reports how long the oldest note has waited for its vectors", async () => {
    const storage = createMemoryStorage();
    const services = testServices({ storage });
    await using app = await startApp({ services, metricsToken: "figures" });
    const lag = async () =>
      Number(/^knote_index_lag_seconds (\S+)$/m.exec((await app.send("GET /metrics", { token: "figures" })).text)?.[1]);
    expect(await lag()).toBe(0);
    await storage.notes.insert("ada", aNoteWrite(), []);
    const dueSince = (await storage.vectors.dueSince(app.services.embedder.model))!;
    services.clock.set(dueSince + 90_000);
    expect(await lag()).toBe(90);
  });

  it("reports what is down, and all figures that do not depend on it", async () => {
    const memory = createMemoryStorage();
    const vectors = { ...memory.vectors, dueSince: away, pending: away };
    const storage = { ...memory, vectors, checkDocuments: away, checkActivity: away };
    await using app = await startApp({ services: testServices({ storage }), metricsToken: "figures" });
    const { status, text } = await app.send("GET /metrics", { token: "figures" });
    expect(status).toBe(200);
    for (const [part, up] of Object.entries({ storage: 0, search: 1, models: 1, activity: 0 }))
      expect(text).toMatch(new RegExp(`^knote_up\\{part="${part}"\\} ${up}$`, "m"));
    expect(text).toMatch(/^knote_index_lag_seconds Nan$/im);
    expect(text).toMatch(/^knote_waiting_writes 0$/m);
  });

  it("counts the events that wait, for a storage where events wait", async () => {
    const figure = async (storage: Storage) => {
      await using app = await startApp({ services: testServices({ storage }), metricsToken: "figures" });
      return /^knote_waiting_events .*$/m.exec((await app.send("GET /metrics", { token: "figures" })).text)?.[0];
    };
    expect(await figure(createMemoryStorage())).toBeUndefined();
    expect(await figure({ ...createMemoryStorage(), waitingEvents: async () => 7 })).toBe("knote_waiting_events 7");
  });

  it("is reported by /health, too, whatever its status", async () => {
    const healthOf = async (brokenStores: Partial<Storage>) => {
      const storage = { ...createMemoryStorage(), ...brokenStores };
      await using app = await startApp({ services: testServices({ storage }) });
      const { status, headers } = await app.send("GET /health");
      return { status, degraded: headers["x-degraded"] };
    };
    expect(await healthOf({ checkSearch: away })).toEqual({ status: 200, degraded: "search" });
    expect(await healthOf({ checkDocuments: away })).toEqual({ status: 503, degraded: "storage" });
  });
});
