import type { Request } from "express";
import { ClientLeft, HttpRefusal } from "../errors/http-refusal.ts";

/** How much of a refused body is still read, so that its sender gets to see the response. */
const DISCARDED_BYTES = 16 * 1_048_576;

/** Reads the body; throws 413 when it is longer than the limit, or declared to be. */
export async function readBody(request: Request, limitBytes: number): Promise<Buffer> {
  refuseTooLong(request, limitBytes);
  // The client left while the token was checked: the events that would report it have fired already.
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
    const rejectIfUnfinished = () => {
      // Every request closes. The error, whose stack is expensive, is only made for an unfinished body.
      if (!request.readableEnded) reject(new ClientLeft());
    };
    request.once("error", rejectIfUnfinished);
    request.once("close", rejectIfUnfinished);
  });
}

/** Throws 413 when the declared length is over the limit, before any of the body is read. */
export function refuseTooLong(request: Request, limitBytes: number): void {
  if (Number(request.headers["content-length"] ?? 0) <= limitBytes) return;
  discardBody(request);
  throw tooLarge(limitBytes);
}

/** Reads the rest of the body without keeping it, and hangs up on a sender that does not end. */
export function discardBody(request: Request): void {
  let bytesLeft = DISCARDED_BYTES;
  request.on("data", (chunk: Buffer) => {
    bytesLeft -= chunk.length;
    if (bytesLeft < 0) request.destroy();
  });
  request.on("error", () => {});
}

function tooLarge(limitBytes: number): HttpRefusal {
  return new HttpRefusal(413, `The body must have at most ${limitBytes.toLocaleString("en-US")} bytes.`);
}
