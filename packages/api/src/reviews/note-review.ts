import type { CauseLookInput, LookInput, NoteReview } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { conflict, invalid } from "../errors.ts";
import { requireNote } from "../kit/stored-notes.ts";
import { allLooks } from "../looks/all-looks.ts";
import { lookKey, LOOKS_AT_ONCE, type Look } from "../ports/look-store.ts";
import { timestamp } from "../time.ts";
import type { Cause } from "./find-causes.ts";
import { readCauses } from "./name-causes.ts";
import { causeKey, joinBases, lostKey, reviewKey } from "./rest-link.ts";

/** Returns why a note needs review, with the causes that somebody looked at. */
export async function noteReview(ctx: ServiceContext, { id }: { readonly id: string }): Promise<NoteReview> {
  await requireNote(ctx, id);
  const causes = await causesOf(ctx, id);
  const { nameCause } = await readCauses(ctx, causes);
  const shownCauses = causes.flatMap((cause) => {
    const { path, basis, look } = cause;
    const namedCause = nameCause(cause);
    const looked_at = look && { at: look.at, reason: look.reason };
    return namedCause ? [{ ...namedCause, path: [...path], basis, looked_at }] : [];
  });
  return { needs_review: shownCauses.some(({ looked_at }) => looked_at === null), causes: shownCauses };
}

/** Marks causes as looked at: the note still stands. Refuses a cause that has another basis by now. */
export async function lookAtCauses(
  ctx: ServiceContext,
  { id, causes: seenCauses, reason }: LookInput & { readonly id: string },
): Promise<NoteReview> {
  await requireNote(ctx, id);
  const causes = await causesOf(ctx, id);
  const chosenCauses = seenCauses === undefined ? causes : chooseCauses(causes, seenCauses);
  const keys = new Set(chosenCauses.map((cause) => keyOf(id, cause)));
  const looks = [...keys].map((key) => {
    const causesOfKey = chosenCauses.filter((cause) => keyOf(id, cause) === key);
    // A look that holds stays a look at what it was at.
    const earlier = causes.filter((cause) => keyOf(id, cause) === key && cause.look !== null);
    return fine(ctx, key, { bases: [...causesOfKey, ...earlier].map(({ basis }) => basis), reason });
  });
  // A note has at most 200 causes, so one write takes all.
  await ctx.storage.looks.put(ctx.actor.userId, looks);
  return await noteReview(ctx, { id });
}

/** Takes looks of a note back, at one cause or all. */
export async function takeLooksBack(
  ctx: ServiceContext,
  { id, cause }: { readonly id: string; readonly cause?: string | undefined },
): Promise<void> {
  await requireNote(ctx, id);
  const keys =
    cause === undefined
      ? [...(await keysOf(ctx, "review", id)), ...(await keysOf(ctx, "lost", id))]
      : [reviewKey(id, cause), lostKey(id, cause)];
  for (let start = 0; start < keys.length; start += LOOKS_AT_ONCE)
    await ctx.storage.looks.remove(ctx.actor.userId, keys.slice(start, start + LOOKS_AT_ONCE));
}

/** Marks a cause as looked at for all notes that rest on it, now and later, while its basis holds. */
export async function lookForAll(
  ctx: ServiceContext,
  { id, reason }: CauseLookInput & { readonly id: string },
): Promise<void> {
  await requireNote(ctx, id);
  const { reviews } = await ctx.reviews.of(ctx.storage, ctx.actor.userId);
  const bases = await reviews.basesOf(id);
  if (bases.length === 0) throw conflict("No note needs review because of this one.");
  await ctx.storage.looks.put(ctx.actor.userId, [fine(ctx, causeKey(id), { bases, reason })]);
}

export async function takeLookForAllBack(ctx: ServiceContext, { id }: { readonly id: string }): Promise<void> {
  await requireNote(ctx, id);
  await ctx.storage.looks.remove(ctx.actor.userId, [causeKey(id)]);
}

async function causesOf(ctx: ServiceContext, id: string): Promise<Cause[]> {
  const { reviews } = await ctx.reviews.of(ctx.storage, ctx.actor.userId);
  return await reviews.causesOf(id);
}

function chooseCauses(causes: readonly Cause[], seenCauses: NonNullable<LookInput["causes"]>): Cause[] {
  const chosenCauses = seenCauses.map((seenCause, index) => {
    const ofNote = causes.filter((cause) => cause.id === seenCause.id);
    if (ofNote.length === 0) throw invalid(`causes.${index}.id`, "The note does not need review because of this one.");
    return ofNote.find((cause) => cause.basis === seenCause.basis);
  });
  if (chosenCauses.includes(undefined)) throw conflict("What this note rests on has changed since it was looked at.");
  return chosenCauses.filter((cause) => cause !== undefined);
}

function keyOf(id: string, { id: causeId, kind }: Cause): string {
  return kind === "deleted" ? lostKey(id, causeId) : reviewKey(id, causeId);
}

function fine(
  ctx: ServiceContext,
  key: string,
  { bases, reason }: { bases: string[]; reason: string | undefined },
): Look {
  return { key, basis: joinBases(bases), verdict: "fine", reason: reason ?? null, details: null, at: timestamp(ctx) };
}

/** Returns the keys of a note's own looks. */
async function keysOf(ctx: ServiceContext, kind: "review" | "lost", id: string): Promise<string[]> {
  const beginning = `${lookKey(kind, id)} `;
  const keys: string[] = [];
  for await (const { key } of allLooks(ctx.storage.looks, ctx.actor.userId, kind, beginning)) {
    if (!key.startsWith(beginning)) break;
    keys.push(key);
  }
  return keys;
}
