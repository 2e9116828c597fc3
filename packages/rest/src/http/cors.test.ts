import { describe, expect, it } from "vitest";
import { startApp } from "../testing/start-app.ts";

const ORIGIN = "https://app.example";
const corsHeaders = (headers: Readonly<Record<string, unknown>>) =>
  Object.keys(headers).filter((name) => name.startsWith("access-control-"));

describe("pages of other origins", () => {
  it("cannot call by default", async () => {
    await using app = await startApp();
    for (const request of ["GET /api/pricing", "OPTIONS /api/ask", "GET /nothing"]) {
      const { headers } = await app.send(request, {
        headers: { Origin: ORIGIN, "Access-Control-Request-Method": "POST" },
      });
      expect(corsHeaders(headers)).toEqual([]);
    }
  });

  it("can call if their origin is named, and read this service's headers", async () => {
    await using app = await startApp({ corsOrigins: [ORIGIN] });
    for (const request of ["GET /api/pricing", "GET /nothing", "POST /api/ask", "GET /trpc/quota.pricing"]) {
      const { headers } = await app.send(request, { headers: { Origin: ORIGIN } });
      expect(headers["access-control-allow-origin"]).toBe(ORIGIN);
      expect(headers["access-control-expose-headers"]).toBe(
        "ETag, Idempotency-Replayed, Link, Retry-After, WWW-Authenticate, X-As-Of, X-Model-Fallback, X-Needs-Review, X-Request-Id, X-Search-Correction",
      );
      expect(headers["vary"]).toContain("Origin");
      expect(headers).not.toHaveProperty("access-control-allow-credentials");
    }
  });

  it("get the allowed methods and headers in a preflight", async () => {
    await using app = await startApp({ corsOrigins: [ORIGIN] });
    const { status, headers } = await app.send("OPTIONS /api/workspace/notes", {
      headers: { Origin: ORIGIN, "Access-Control-Request-Method": "POST" },
    });
    expect(status).toBe(204);
    expect(headers).toMatchObject({
      "access-control-allow-origin": ORIGIN,
      "access-control-allow-methods": "OPTIONS, POST",
      "access-control-allow-headers": expect.stringContaining("Authorization, Content-Type, Idempotency-Key"),
      "access-control-max-age": "600",
    });
  });

  it.each([
    "https://app.example.evil.example",
    "http://app.example",
    "https://app.example:8443",
    "https://APP.example",
    "null",
    "https://app.example/",
  ])("that resemble a named origin cannot call (%s)", async (origin) => {
    await using app = await startApp({ corsOrigins: [ORIGIN] });
    for (const request of ["GET /api/pricing", "OPTIONS /api/pricing"]) {
      const { headers } = await app.send(request, { headers: { Origin: origin } });
      expect(corsHeaders(headers)).toEqual([]);
      expect(headers["vary"]).toBe("Origin");
    }
  });
});
