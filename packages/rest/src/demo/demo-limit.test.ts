import { describe, expect, it } from "vitest";
import { startApp } from "../testing/start-app.ts";

describe("demo questions", () => {
  it("are counted by address, and those that are invalid are not", async () => {
    await using app = await startApp({ demoAsksPerMinute: 3, trustProxy: true });
    const ask = (address: string, query = "") =>
      app.send(`GET /api/demo/ask${query}`, { headers: { "X-Forwarded-For": address } });
    for (let index = 0; index < 5; index++) expect((await ask("203.0.113.1", "?query=%00")).status).toBe(422);
    for (let index = 0; index < 3; index++) expect((await ask("203.0.113.1")).status).toBe(200);
    const refusal = await ask("203.0.113.1");
    expect(refusal.status).toBe(429);
    expect(Number(refusal.headers["retry-after"])).toBeGreaterThan(0);
    expect(Number(refusal.headers["retry-after"])).toBeLessThanOrEqual(60);
    expect((await ask("203.0.113.2")).status).toBe(200);
    const overTrpc = await app.send("GET /trpc/demo.ask,demo.ask?batch=1&input=%7B%7D", {
      headers: { "X-Forwarded-For": "203.0.113.1" },
    });
    expect(overTrpc.status).toBe(429);
    expect(overTrpc.headers["retry-after"]).toBeDefined();
  });

  it("are counted by the connection's address when no proxy is trusted", async () => {
    await using app = await startApp({ demoAsksPerMinute: 1 });
    const ask = (address: string) => app.send("GET /api/demo/ask", { headers: { "X-Forwarded-For": address } });
    expect((await ask("203.0.113.1")).status).toBe(200);
    expect((await ask("203.0.113.2")).status).toBe(429);
  });
});
