import { LIMITS } from "@knote/contract";
import { expect, it } from "vitest";
import { freshId } from "../../builders/fresh-id.ts";
import type { OpenStorage } from "../open-storage.ts";
import { DAY_MS } from "@knote/contract";
import { givenCaller, NOW, RESPONSE, type Caller } from "./given-caller.ts";

/** Ten thousand claims take minutes on a slow server. */
const FILL_TIMEOUT_MS = 300_000;
const AT_ONCE = 250;

export function idempotencyKeeping(open: OpenStorage): void {
  it("returns a completed claim's response unchanged", async () => {
    await using storage = await open();
    const caller = givenCaller(storage);
    await caller.complete(await caller.take());
    for (let times = 0; times < 2; times++) expect(await caller.claim()).toEqual({ kind: "done", response: RESPONSE });
  });

  it("keeps a response of a megabyte, and one without body and headers", async () => {
    await using storage = await open();
    const caller = givenCaller(storage);
    for (const response of [
      { status: 200, body: "ä".repeat(524_288), headers: {} },
      { status: 204, body: "", headers: {} },
    ]) {
      const key = crypto.randomUUID();
      await caller.complete(await caller.take({ key }), response, key);
      expect(await caller.claim({ key })).toEqual({ kind: "done", response });
    }
  });

  it("keeps nothing for a seed that does not hold the claim, or no longer", async () => {
    await using storage = await open();
    const caller = givenCaller(storage);
    const seed = await caller.take();
    await caller.complete(freshId());
    expect(await caller.claim()).toEqual({ kind: "in-progress" });
    await caller.release(seed);
    await caller.complete(seed);
    expect((await caller.claim()).kind).toBe("claimed");
  });

  it("forgets a response when it expires", async () => {
    await using storage = await open();
    const caller = givenCaller(storage);
    await caller.complete(await caller.take());
    expect((await caller.claim({ now: NOW + DAY_MS - 1 })).kind).toBe("done");
    const seed = freshId();
    expect(await caller.claim({ now: NOW + DAY_MS + 1, bodyHash: "another hash", seed })).toEqual({
      kind: "claimed",
      seed,
      rerun: false,
    });
  });

  it("gives an expired key to one of many parallel claims", async () => {
    await using storage = await open();
    const caller = givenCaller(storage);
    await caller.complete(await caller.take());
    const claims = await Promise.all(Array.from({ length: 10 }, () => caller.claim({ now: NOW + DAY_MS + 1 })));
    expect(claims.filter((claim) => claim.kind === "claimed")).toHaveLength(1);
    expect(claims.filter((claim) => claim.kind === "in-progress")).toHaveLength(9);
  });

  it("keeps at most 10,000 keys per user, and drops the oldest first", { timeout: FILL_TIMEOUT_MS }, async () => {
    await using storage = await open();
    const [caller, other] = [givenCaller(storage), givenCaller(storage)];
    await other.complete(await other.take());
    await caller.complete(await caller.take({ key: "oldest", now: NOW - 2 }), RESPONSE, "oldest");
    await caller.complete(await caller.take({ key: "second", now: NOW - 1 }), RESPONSE, "second");
    await fill(caller, LIMITS.idempotencyKeys - 2);
    expect((await caller.claim({ key: "oldest" })).kind).toBe("done");
    await caller.take({ key: "one more", now: NOW + 1 });
    expect((await caller.claim({ key: "second" })).kind).toBe("done");
    expect((await caller.claim({ key: "one more" })).kind).toBe("in-progress");
    expect((await caller.claim({ key: "oldest" })).kind).toBe("claimed");
    expect((await other.claim()).kind).toBe("done");
  });
}

/** Claims this many keys, `AT_ONCE` in parallel. */
async function fill(caller: Caller, keys: number): Promise<void> {
  for (let start = 0; start < keys; start += AT_ONCE) {
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, keys - start) }, (_, index) =>
        caller.take({ key: `key ${start + index}` }),
      ),
    );
  }
}
