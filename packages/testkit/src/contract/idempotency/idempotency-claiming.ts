import { expect, it } from "vitest";
import { freshId } from "../../builders/fresh-id.ts";
import type { OpenStorage } from "../open-storage.ts";
import { givenCaller, LEASE_MS, NOW, RESPONSE } from "./given-caller.ts";

const LATER = NOW + LEASE_MS + 1;

export function idempotencyClaiming(open: OpenStorage): void {
  it("gives the first claim its own seed, and refuses others while it is under way", async () => {
    await using storage = await open();
    const caller = givenCaller(storage);
    const seed = freshId();
    expect(await caller.claim({ seed })).toEqual({ kind: "claimed", seed, rerun: false });
    expect(await caller.claim()).toEqual({ kind: "in-progress" });
    expect(await caller.claim({ now: NOW + LEASE_MS - 1 })).toEqual({ kind: "in-progress" });
  });

  it("refuses another body under the same key, whether under way, abandoned or done", async () => {
    await using storage = await open();
    const caller = givenCaller(storage);
    const seed = await caller.take();
    const other = { bodyHash: "another hash" };
    expect(await caller.claim(other)).toEqual({ kind: "different-body" });
    expect(await caller.claim({ ...other, now: LATER })).toEqual({ kind: "different-body" });
    await caller.complete(seed);
    expect(await caller.claim(other)).toEqual({ kind: "different-body" });
    expect(await caller.claim()).toEqual({ kind: "done", response: RESPONSE });
  });

  it("gives the key to one of many parallel claims", async () => {
    await using storage = await open();
    const caller = givenCaller(storage);
    const claims = await Promise.all(Array.from({ length: 20 }, () => caller.claim()));
    expect(claims.filter((claim) => claim.kind === "claimed")).toHaveLength(1);
    expect(claims.filter((claim) => claim.kind === "in-progress")).toHaveLength(19);
  });

  it("hands a claim over after its lease, with the first one's seed and as a rerun", async () => {
    await using storage = await open();
    const caller = givenCaller(storage);
    const seed = await caller.take();
    expect(await caller.claim({ now: LATER })).toEqual({ kind: "claimed", seed, rerun: true });
    expect(await caller.claim({ now: LATER })).toEqual({ kind: "in-progress" });
    expect(await caller.claim({ now: LATER + LEASE_MS - 1 })).toEqual({ kind: "in-progress" });
    expect(await caller.claim({ now: LATER + LEASE_MS + 1 })).toEqual({ kind: "claimed", seed, rerun: true });
    await caller.complete(seed);
    expect(await caller.claim({ now: LATER + 3 * LEASE_MS })).toEqual({ kind: "done", response: RESPONSE });
  });

  it("hands a claim over to one of many parallel claims", async () => {
    await using storage = await open();
    const caller = givenCaller(storage);
    const seed = await caller.take();
    const claims = await Promise.all(Array.from({ length: 20 }, () => caller.claim({ now: LATER })));
    expect(claims.filter((claim) => claim.kind === "claimed")).toEqual([{ kind: "claimed", seed, rerun: true }]);
    expect(claims.filter((claim) => claim.kind === "in-progress")).toHaveLength(19);
  });

  it("hands an abandoned claim over at once, with the first one's seed and as a rerun", async () => {
    await using storage = await open();
    const caller = givenCaller(storage);
    const seed = await caller.take();
    await caller.abandon(seed);
    expect(await caller.claim({ bodyHash: "another hash" })).toEqual({ kind: "different-body" });
    expect(await caller.claim()).toEqual({ kind: "claimed", seed, rerun: true });
    expect(await caller.claim()).toEqual({ kind: "in-progress" });
    await caller.complete(seed);
    await caller.abandon(seed);
    expect(await caller.claim()).toEqual({ kind: "done", response: RESPONSE });
  });

  it("abandons no other user's claim, and no later lease", async () => {
    await using storage = await open();
    const [caller, stranger] = [givenCaller(storage), givenCaller(storage)];
    const seed = await caller.take();
    await caller.abandon(freshId());
    await stranger.abandon(seed);
    expect(await caller.claim()).toEqual({ kind: "in-progress" });
    expect(await caller.claim({ now: LATER })).toEqual({ kind: "claimed", seed, rerun: true });
    await caller.abandon(seed);
    expect(await caller.claim({ now: LATER })).toEqual({ kind: "in-progress" });
  });

  it("frees the key of a released claim, for another body too", async () => {
    await using storage = await open();
    const caller = givenCaller(storage);
    await caller.release(await caller.take());
    const seed = freshId();
    expect(await caller.claim({ seed, bodyHash: "another hash" })).toEqual({ kind: "claimed", seed, rerun: false });
  });

  it("does not release for a seed that does not hold the claim", async () => {
    await using storage = await open();
    const caller = givenCaller(storage);
    await caller.take();
    await caller.release(freshId());
    expect(await caller.claim()).toEqual({ kind: "in-progress" });
  });

  it("keeps users and keys apart", async () => {
    await using storage = await open();
    const [ada, grace] = [givenCaller(storage), givenCaller(storage)];
    const seed = await ada.take();
    const theirs = await grace.take({ bodyHash: "another hash" });
    await ada.take({ key: "POST /api/workspace/links key", bodyHash: "another hash" });
    await ada.take({ key: "POST /api/workspace/notes KEY", bodyHash: "another hash" });
    await grace.release(seed);
    await grace.complete(seed);
    expect(await grace.claim({ bodyHash: "another hash" })).toEqual({ kind: "in-progress" });
    await grace.complete(theirs);
    expect(await ada.claim()).toEqual({ kind: "in-progress" });
  });
}
