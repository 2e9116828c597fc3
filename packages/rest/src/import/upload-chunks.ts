import type { Request } from "express";
import { ClientLeft } from "../errors/http-refusal.ts";

/** A sender that sends nothing for this long is considered gone. */
const STALLED_MS = 60_000;

/** Yields the body's chunks, with back-pressure. Rejects with `ClientLeft` when the sender leaves before the end. */
export async function* uploadChunks(request: Request): AsyncGenerator<Buffer> {
  const timer = setTimeout(() => request.destroy(), STALLED_MS);
  try {
    // The connection stays open, so that the sender gets to see why the import stopped.
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
