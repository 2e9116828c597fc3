import { Readable } from "node:stream";
import type { Request } from "express";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ClientLeft } from "../errors/http-refusal.ts";
import { uploadChunks } from "./upload-chunks.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** A body whose chunks the test sends. */
function upload() {
  const body = new Readable({ read() {} });
  // Safe because only the stream and `complete` of the request are used.
  const request = Object.assign(body, { complete: false }) as unknown as Request;
  return { body, chunks: uploadChunks(request) };
}

it("hangs up on a sender who sends nothing for a minute", async () => {
  const { body, chunks } = upload();
  const outcome = chunks.next().catch((error: unknown) => error);
  vi.advanceTimersByTime(59_999);
  expect(body.destroyed).toBe(false);
  vi.advanceTimersByTime(1);
  expect(await outcome).toBeInstanceOf(ClientLeft);
  expect(body.destroyed).toBe(true);
});

it("counts from the last chunk, however long the whole body takes", async () => {
  const { body, chunks } = upload();
  for (let count = 0; count < 5; count++) {
    const next = chunks.next();
    vi.advanceTimersByTime(50_000);
    body.push("line");
    expect((await next).value?.toString()).toBe("line");
  }
  await chunks.return(undefined);
  expect(vi.getTimerCount()).toBe(0);
});
