import type { Request } from "express";
import { ClientLeft, HttpRefusal } from "../errors/http-refusal.ts";

/** How much of a body that is refused is still read, so that its sender gets to see the answer. */
const DISCARDED_BYTES = 16 * 1_048_576;

/** The body's bytes, or 413 once they are, or are said to be, more than the limit. */
export async function readBody(request: Request, limitBytes: number): Promise<Buffer> {
  refuseTooLong(request, limitBytes);
  // Gone while the token was looked at: what would tell of it has been said already.
  if (request.destroyed) throw new ClientLeft();
  return await new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limitBytes) return void chunks.push(chunk);
      chunks = [];
      request.off("data", take);
      discardBody(request);
      reject(tooLarge(limitBytes));
    };
    request.on("data", take);
    request.once("end", () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    const closed = () => {
      // Every request closes; an error, which costs its stack, is made where the body did not end before.
      if (!request.readableEnded) reject(new ClientLeft());
    };
    request.once("error", closed);
    request.once("close", closed);
  });
}

/** 413 when the body is said to be longer, before any of it is read. */
export function refuseTooLong(request: Request, limitBytes: number): void {
  if (Number(request.headers["content-length"] ?? 0) <= limitBytes) return;
  discardBody(request);
  throw tooLarge(limitBytes);
}

/** Reads on without keeping anything, and hangs up on a sender that will not end. */
export function discardBody(request: Request): void {
  let left = DISCARDED_BYTES;
  request.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.destroy();
  });
  request.on("error", () => {});
}

function tooLarge(limitBytes: number): HttpRefusal {
  return new HttpRefusal(413, `The body must have at most ${limitBytes.toLocaleString("en-US")} bytes.`);
}
