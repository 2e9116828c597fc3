import type { Request } from "express";
import { ClientLeft } from "../errors/http-refusal.ts";

/** A sender that brings nothing for so long is gone. */
const STALLED_MS = 60_000;

/** The body as it comes, no faster than it is taken. Rejects when the sender is gone before its end. */
export async function* uploadChunks(request: Request): AsyncGenerator<Buffer> {
  const timer = setTimeout(() => request.destroy(), STALLED_MS);
  try {
    // The connection stays, so that the sender gets to see why the import stopped.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      timer.refresh();
      yield chunk as Buffer;
      timer.refresh();
    }
  } catch (error) {
    throw new ClientLeft({ cause: error });
  } finally {
    clearTimeout(timer);
  }
  if (!request.complete) throw new ClientLeft();
}
