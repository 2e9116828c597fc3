import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { startApp } from "../testing/start-app.ts";

describe("compression", () => {
  it.each([
    ["gzip", true],
    ["gzip, deflate, br", true],
    ["*", true],
    ["gzip;q=0.5, identity;q=0.1", true],
    ["br", false],
    ["identity", false],
    ["gzip;q=0", false],
    ["gzip;q=0.1, identity", false],
    ["", false],
    ["x-gzip-not", false],
  ])("for Accept-Encoding %s: %s", async (encoding, isCompressed) => {
    await using app = await startApp();
    const plain = await app.send("GET /openapi.json");
    const answer = await app.send("GET /openapi.json", { headers: { "Accept-Encoding": encoding } });
    expect(answer.headers["content-encoding"]).toBe(isCompressed ? "gzip" : undefined);
    expect(answer.headers["vary"]).toBe("Accept-Encoding");
    expect(answer.headers["content-length"]).toBe(String(answer.bytes.length));
    expect((isCompressed ? gunzipSync(answer.bytes) : answer.bytes).equals(plain.bytes)).toBe(true);
  });

  it("leaves short bodies alone", async () => {
    await using app = await startApp();
    const { headers } = await app.send("GET /health", { headers: { "Accept-Encoding": "gzip" } });
    expect(headers).not.toHaveProperty("content-encoding");
  });

  it("repeats an idempotent response the same, with and without gzip", async () => {
    await using app = await startApp();
    const ada = await app.user("ada");
    const json = {
      title: "x".repeat(300),
      content: "-",
      note_type: "fact",
      tags: Array.from({ length: 32 }, (_, index) => `${index}`.padStart(64, "t")),
    };
    const first = await ada.send("POST /api/workspace/notes", {
      json,
      headers: { "Idempotency-Key": "k", "Accept-Encoding": "gzip" },
    });
    const second = await ada.send("POST /api/workspace/notes", { json, headers: { "Idempotency-Key": "k" } });
    expect([first.headers["content-encoding"], second.headers["content-encoding"]]).toEqual(["gzip", undefined]);
    expect(gunzipSync(first.bytes).equals(second.bytes)).toBe(true);
  });
});
