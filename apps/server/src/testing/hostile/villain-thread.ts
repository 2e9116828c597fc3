import { parentPort, workerData } from "node:worker_threads";
import { ENDLESS_ACTS, HOSTILE_ACTS } from "./hostile-acts.ts";
import { createVillain, type Stop } from "./villain.ts";

/** A message to the thread: which step of an act to take. */
export interface Order {
  readonly number: number;
  readonly name: string;
  readonly step: "prepare" | "begin" | "stop";
}

const { url, token } = workerData as { readonly url: string; readonly token: string };
const villain = createVillain(url, token);
let stop: Stop = () => {};

parentPort!.on("message", (order: Order) => {
  void follow(order).then(
    () => parentPort!.postMessage({ number: order.number }),
    (error: unknown) => parentPort!.postMessage({ number: order.number, failure: String(error) }),
  );
});

async function follow({ name, step }: Order): Promise<void> {
  const act = [...HOSTILE_ACTS, ...ENDLESS_ACTS].find((one) => one.name === name)!;
  if (step === "prepare") await act.prepare?.(villain);
  else if (step === "begin") stop = act.begin(villain);
  else {
    stop();
    villain.hangUp();
  }
}
