import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Order } from "./villain-thread.ts";

/** A hostile user in a separate thread, so that the victim's client is not slowed down by sharing one. */
export interface VillainThread extends AsyncDisposable {
  tell(name: string, step: Order["step"]): Promise<void>;
}

/** Starts the provider in a separate thread. */
export async function startProviderThread(): Promise<{ readonly url: string } & AsyncDisposable> {
  const thread = new Worker(new URL("./provider-thread.ts", import.meta.url));
  const [{ url }] = (await once(thread, "message")) as [{ url: string }];
  return { url, [Symbol.asyncDispose]: async () => void (await thread.terminate()) };
}

export function startVillainThread(url: string, token: string): VillainThread {
  const thread = new Worker(new URL("./villain-thread.ts", import.meta.url), { workerData: { url, token } });
  const orders = new Map<number, PromiseWithResolvers<void>>();
  let last = 0;
  thread.on("message", ({ number, failure }: { number: number; failure?: string }) => {
    const order = orders.get(number)!;
    orders.delete(number);
    if (failure === undefined) order.resolve();
    else order.reject(new Error(failure));
  });
  thread.on("error", (error) => orders.forEach((order) => order.reject(error)));
  return {
    tell(name, step) {
      const order = Promise.withResolvers<void>();
      const number = ++last;
      orders.set(number, order);
      thread.postMessage({ number, name, step } satisfies Order);
      return order.promise;
    },
    [Symbol.asyncDispose]: async () => void (await thread.terminate()),
  };
}
