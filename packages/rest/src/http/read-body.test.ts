import { once } from "node:events";
import { PassThrough } from "node:stream";
import type { Request } from "express";
import { expect, it } from "vitest";
import { ClientLeft } from "../errors/http-refusal.ts";
import { readBody } from "./read-body.ts";

it("does not wait for the body of a client who left before it is read", async () => {
  const request = Object.assign(new PassThrough(), { headers: {} });
  request.destroy();
  await once(request, "close");
  // Safe because only the stream and its headers are used.
  await expect(readBody(request as unknown as Request, 10)).rejects.toBeInstanceOf(ClientLeft);
});
