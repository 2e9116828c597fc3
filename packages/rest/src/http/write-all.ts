import type { Writable } from "node:stream";
import { ClientLeft } from "../errors/http-refusal.ts";

/** A reader that takes nothing for so long is gone. */
const STALLED_MS = 30_000;

/** Writes, then waits until there is room for more; other work gets its turn in between. Rejects when the reader is gone. */
export async function writeAll(sink: Writable, chunk: string | Buffer): Promise<void> {
  if (sink.destroyed || sink.writableEnded) throw new ClientLeft();
  if (sink.write(chunk)) return await new Promise((resolve) => setImmediate(resolve));
  await new Promise<void>((resolve, reject) => {
    const settle = (outcome: () => void) => () => {
      clearTimeout(timer);
      sink.off("drain", drained).off("close", left).off("error", left);
      outcome();
    };
    // A reader that keeps up drains without a turn of the event loop.
    const drained = settle(() => setImmediate(resolve));
    const left = settle(() => reject(new ClientLeft()));
    const timer = setTimeout(() => {
      sink.destroy();
      left();
    }, STALLED_MS);
    sink.once("drain", drained).once("close", left).once("error", left);
  });
}
