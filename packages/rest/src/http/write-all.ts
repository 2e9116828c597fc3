import type { Writable } from "node:stream";
import { ClientLeft } from "../errors/http-refusal.ts";

/** A reader that reads nothing for this long is considered gone. */
const STALLED_MS = 30_000;

/** Writes, then waits for room and for a turn of the event loop. Rejects with `ClientLeft` when the reader is gone. */
export async function writeAll(sink: Writable, chunk: string | Buffer): Promise<void> {
  if (sink.destroyed || sink.writableEnded) throw new ClientLeft();
  if (sink.write(chunk)) return await new Promise((resolve) => setImmediate(resolve));
  await new Promise<void>((resolve, reject) => {
    const settle = (outcome: () => void) => () => {
      clearTimeout(timer);
      sink.off("drain", onDrain).off("close", onLeave).off("error", onLeave);
      outcome();
    };
    // With a fast reader the sink drains within this turn: other work must get its turn too.
    const onDrain = settle(() => setImmediate(resolve));
    const onLeave = settle(() => reject(new ClientLeft()));
    const timer = setTimeout(() => {
      sink.destroy();
      onLeave();
    }, STALLED_MS);
    sink.once("drain", onDrain).once("close", onLeave).once("error", onLeave);
  });
}
