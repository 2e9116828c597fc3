import type { NamedNote, Review } from "@knote/contract";
import type { Client } from "../../remote/trpc.ts";

/**
 * Says that a note still stands although the cause fell; returns a function that takes that back. The server refuses
 * when something else stands in the cause's place by now than what the user saw.
 */
export async function lookAtCause(
  client: Client,
  { note: { id }, cause }: { readonly note: NamedNote; readonly cause: Review["cause"] },
  reason?: string,
): Promise<() => Promise<unknown>> {
  const { causes } = await client.reviews.ofNote.query({ id });
  const seenCause = causes.find(
    (one) => one.id === cause.id && one.kind === cause.kind && isSameList(one.now, cause.now),
  );
  // No cause has an empty basis.
  const look = { id: cause.id, basis: seenCause?.basis ?? "" };
  await client.reviews.look.mutate({ id, causes: [look], ...(reason && { reason }) });
  return () => client.reviews.takeBack.mutate({ id, cause: cause.id });
}

function isSameList(now: readonly NamedNote[], before: readonly NamedNote[]): boolean {
  return JSON.stringify(now) === JSON.stringify(before);
}
