import { describe, expect, it } from "vitest";
import { createNativeGate } from "./native-gate.ts";

describe("native gate", () => {
  it("lets work pass, piece by piece, on both sides of its shared memory", async () => {
    const gate = createNativeGate();
    const otherSide = createNativeGate(gate.memory);
    expect(await otherSide.pass(async () => 1)).toBe(1);
    await expect(gate.pass(() => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
    expect(await gate.pass(async () => 2)).toBe(2);
  });

  it("shuts only when the work under way is done, and lets nothing pass after", async () => {
    const gate = createNativeGate();
    const work = Promise.withResolvers<string>();
    const order: string[] = [];
    const whenPassed = gate.pass(() => work.promise).then((result) => order.push(result!));
    const shut = gate.shut().then(() => order.push("shut"));
    work.resolve("work");
    await Promise.all([whenPassed, shut]);
    expect(order).toEqual(["work", "shut"]);
    expect(await gate.pass(async () => "more")).toBeUndefined();
  });

  it("shuts at once when nothing runs, any number of times", async () => {
    const gate = createNativeGate();
    gate.shutNow(0);
    gate.shutNow(0);
    await gate.shut();
    expect(await gate.pass(async () => "more")).toBeUndefined();
  });

  it("gives up waiting when the process must end", () => {
    const gate = createNativeGate();
    void gate.pass(() => new Promise(() => {}));
    const start = performance.now();
    gate.shutNow(20);
    expect(performance.now() - start).toBeGreaterThanOrEqual(19);
  });

  it("does not wait for a thread that is gone", async () => {
    const gate = createNativeGate();
    void gate.pass(() => new Promise(() => {}));
    const shut = gate.shut();
    gate.abandon();
    await expect(shut).resolves.toBeUndefined();
  });
});
