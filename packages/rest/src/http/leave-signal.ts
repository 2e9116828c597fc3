import type { Exchange } from "./exchange.ts";

/** Returns a signal that aborts when the connection closes before the answer is sent. */
export function leaveSignal({ response }: Pick<Exchange, "response">): AbortSignal {
  const controller = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
