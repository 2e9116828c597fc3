import { QueryObserver } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { createQueryClient } from "./query-client.ts";

/** A query on show whose loads end when the test says so, each with its number. */
function setUp() {
  const client = createQueryClient({ reportLoss: () => undefined } as never);
  const loads: PromiseWithResolvers<number>[] = [];
  const queryFn = async () => {
    loads.push(Promise.withResolvers());
    return await loads.at(-1)!.promise;
  };
  const observer = new QueryObserver(client, { queryKey: ["notes"], queryFn });
  const stop = observer.subscribe(() => undefined);
  const end = async (load: number) => {
    loads[load - 1]!.resolve(load);
    await new Promise(setImmediate);
  };
  return { client, loads, end, shown: () => observer.getCurrentResult().data, [Symbol.dispose]: stop };
}

describe("an invalidation", () => {
  it("has a first load that was under way followed by one more", async () => {
    using query = setUp();
    const { client, loads, end, shown } = query;
    void client.invalidateQueries({ queryKey: ["notes"] });
    void client.invalidateQueries();
    expect(loads).toHaveLength(1);
    await end(1);
    expect([shown(), loads.length]).toEqual([1, 2]);
    await end(2);
    expect([shown(), loads.length]).toEqual([2, 2]);
  });

  it("loads nothing more for what it does not concern, or what has failed", async () => {
    using query = setUp();
    const { client, loads, end } = query;
    void client.invalidateQueries({ queryKey: ["links"] });
    await end(1);
    expect(loads).toHaveLength(1);
    using other = setUp();
    void other.client.invalidateQueries().catch(() => undefined);
    other.loads[0]!.reject(new Error("away"));
    await new Promise(setImmediate);
    expect(other.loads).toHaveLength(1);
  });

  it("takes the place of a later load that is under way", async () => {
    using query = setUp();
    const { client, loads, end, shown } = query;
    await end(1);
    void client.invalidateQueries();
    void client.invalidateQueries();
    expect(loads).toHaveLength(3);
    await end(3);
    expect([shown(), loads.length]).toEqual([3, 3]);
  });
});
