import { once } from "node:events";
import { PassThrough } from "node:stream";
import type { Request } from "express";
import { expect, it } from "vitest";
import { ClientLeft } from "../errors/http-refusal.ts";
import { readBody } from "./read-body.ts";

it("does not wait for the body of a caller who left before it was asked for", async () => {
  const request = Object.assign(new PassThrough(), { headers: {} });
  request.destroy();
  await once(request, "close");
  // Safe because a body is read from nothing but the stream and its headers.
  await expect(readBody(request as unknown as Request, 10)).rejects.toBeInstanceOf(ClientLeft);
});
