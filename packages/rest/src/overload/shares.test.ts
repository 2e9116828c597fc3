import { eventually } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../testing/start-app.ts";

const QUESTION = { json: { query: "What consolidates memory?" } };
const MANY = 30;

function refusals(app: TestApp): number {
  return app.logLines.filter((line) => line.includes('"status":503')).length;
}

describe("a share", () => {
  const busy = { recall: { most: 4, atOnce: 1, atOnceOfOne: 1 } };

  it("is left to every user, whatever one of them sends", async () => {
    await using app = await startApp({ workLimits: busy });
    const [ada, grace] = [await app.user("ada"), await app.user("grace")];
    app.services.embedder.hold();
    const many = Array.from({ length: MANY }, () => ada.send("POST /api/recall", QUESTION));
    await eventually(() => expect(app.services.embedder.calls).toHaveLength(1));
    const one = grace.send("POST /api/recall", QUESTION);
    const statuses = Promise.all(many.map(async (answer) => (await answer).status));
    await eventually(() => expect(refusals(app)).toBe(MANY - 3));
    app.services.embedder.release();
    expect((await one).status).toBe(200);
    expect((await statuses).filter((status) => status === 200)).toHaveLength(3);
  });

  it("belongs to the address where nobody is signed in", async () => {
    await using app = await startApp({ workLimits: busy, trustProxy: true, demoAsksPerMinute: 1_000 });
    const ask = (address: string) => app.send("GET /api/demo/ask", { headers: { "X-Forwarded-For": address } });
    app.services.models.demo.hold();
    const many = Array.from({ length: MANY }, () => ask("203.0.113.1"));
    await eventually(() => expect(app.services.models.demo.requests).toHaveLength(1));
    const one = ask("203.0.113.2");
    await eventually(() => expect(refusals(app)).toBe(MANY - 3));
    app.services.models.demo.release();
    expect((await one).status).toBe(200);
    await Promise.all(many);
  });

  it("is not larger for calls that are sent together", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    app.services.embedder.hold();
    const input = Object.fromEntries(Array.from({ length: 20 }, (_, place) => [place, { query: `Owls ${place}` }]));
    const batch = ada.send(`POST /trpc/${Array(20).fill("recall.recall").join(",")}?batch=1`, { json: input });
    await eventually(() => expect(app.services.embedder.calls).toHaveLength(1));
    // Calls without work go on: this shows how many requests have been handled.
    expect((await ada.send("GET /trpc/quota.get,quota.get?batch=1&input=%7B%7D")).status).toBe(200);
    expect(app.services.embedder.calls).toHaveLength(1);
    app.services.embedder.release();
    expect((await batch).status).toBe(200);
    expect(app.services.embedder.calls).toHaveLength(20);
  });
});
