import {
  type AddedLooks,
  type AddLooksInput,
  isTendKey,
  type ListLooksInput,
  type LookList,
  type RemoveLookInput,
  TEND_KINDS,
} from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { invalid } from "../errors.ts";
import type { Look } from "../ports/look-store.ts";
import { timestamp } from "../time.ts";
import { claimBases, keysThatHold } from "./claim-bases.ts";

/** Lists the matters of tending that are fine as they are, by key. A page can be short: looks that ended are left out. */
export async function listLooks(ctx: ServiceContext, { kind, limit, cursor }: ListLooksInput): Promise<LookList> {
  if (cursor !== undefined && !isTendKey(cursor)) throw invalid("cursor", "cursor must be taken from an earlier page.");
  const looks: Look[] = [];
  // The kinds are in the order of their keys.
  for (const one of kind === undefined ? TEND_KINDS : [kind]) {
    const page = { limit: limit + 1 - looks.length, ...(cursor !== undefined && { after: cursor }) };
    if (page.limit > 0) looks.push(...(await ctx.storage.looks.list(ctx.actor.userId, one, page)));
  }
  const shown = looks.slice(0, limit);
  const held = await keysThatHold(ctx, shown);
  return {
    looks: shown.filter(({ key }) => held.has(key)).map(({ key, reason, at }) => ({ key, reason, at })),
    next: looks.length > limit ? shown.at(-1)!.key : null,
  };
}

/** Marks matters as fine while their claims read as now. Leaves those out whose notes the user does not have. */
export async function addLooks(ctx: ServiceContext, { looks }: AddLooksInput): Promise<AddedLooks> {
  const reasons = new Map(looks.map(({ key, reason }) => [key, reason ?? null]));
  const bases = await claimBases(ctx, [...reasons.keys()]);
  const at = timestamp(ctx);
  const storable = [...bases].map(([key, basis]) => {
    const reason = reasons.get(key) ?? null;
    return { key, basis, verdict: "fine", reason, details: null, at };
  });
  return { stored: storable.length === 0 ? 0 : await ctx.storage.looks.put(ctx.actor.userId, storable) };
}

export async function removeLook(ctx: ServiceContext, { key }: RemoveLookInput): Promise<void> {
  await ctx.storage.looks.remove(ctx.actor.userId, [key]);
}
