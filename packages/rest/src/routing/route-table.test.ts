import { describe, expect, it } from "vitest";
import { startApp } from "../testing/start-app.ts";

describe("paths", () => {
  it.each([
    "/API/pricing",
    "/api/pricing/",
    "/api//pricing",
    "//api/pricing",
    "/api/pricin%67",
    "/api/workspace/notes/",
    "/api/workspace/notes/%",
    "/api/workspace/notes/%ff",
    "/api/workspace/notes/a/b",
    "/api/workspace/notes/a/links/",
    "/health%00",
    "/trpc",
    "/trpc/",
    "/trpc/notes/get",
    "/docs/",
    "/docs/../package.json",
    "/docs/%2e%2e%2fpackage.json",
    "/docs/swagger-ui.js",
    "/metrics",
    "*",
    "http://127.0.0.1/health",
  ])("have no route at %s", async (path) => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const { status, text } = await ada.send(`GET ${path}`);
    expect({ status, text }).toEqual({ status: 404, text: '{"detail":"There is nothing at this path."}' });
  });

  it("can have a malformed query", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    for (const search of [
      "?%",
      "?q=%ff%00",
      "?=&&=%zz",
      "??",
      "?__proto__=1&constructor=2",
      `?q=${"%20".repeat(2000)}`,
    ]) {
      expect(await ada.send(`GET /api/graph/notes${search}`)).toMatchObject({ status: 200, body: { notes: [] } });
    }
  });

  it("answer HEAD like GET without the body, and OPTIONS with the methods", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const id = await ada.note("Sleep consolidates memory");
    for (const path of [
      `/api/workspace/notes/${id}`,
      "/api/graph/notes",
      "/health",
      "/docs",
      "/openapi.json",
      "/docs/start.js",
    ]) {
      const [get, head] = [await ada.send(`GET ${path}`), await ada.send(`HEAD ${path}`)];
      expect(head).toMatchObject({ status: 200, text: "" });
      expect(head.headers["content-type"]).toBe(get.headers["content-type"]);
      expect(head.headers["content-length"]).toBe(get.headers["content-length"]);
    }
    expect((await app.send(`HEAD /api/workspace/notes/${id}`)).status).toBe(401);
    const options = await app.send(`OPTIONS /api/workspace/notes/${id}`);
    expect(options).toMatchObject({ status: 204, text: "" });
    expect(options.headers["allow"]).toBe("DELETE, GET, HEAD, OPTIONS, PUT");
    expect(options.headers["access-control-allow-methods"]).toBeUndefined();
    expect((await app.send("OPTIONS /nothing")).status).toBe(404);
    expect((await app.send("HEAD /api/ask")).headers["allow"]).toBe("OPTIONS, POST");
  });
});
