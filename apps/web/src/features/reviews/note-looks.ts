import type { NoteReview } from "@knote/contract";
import type { Client } from "../../remote/trpc.ts";

type Cause = NoteReview["causes"][number];

/** Says that the note still stands although these causes fell; returns a function that takes that back. */
export async function lookAtAll(
  client: Client,
  id: string,
  causes: readonly Pick<Cause, "id" | "basis">[],
  reason?: string,
): Promise<() => Promise<unknown>> {
  const looks = causes.map((cause) => ({ id: cause.id, basis: cause.basis }));
  await client.reviews.look.mutate({ id, causes: looks, ...(reason && { reason }) });
  return () => Promise.all(looks.map(({ id: cause }) => client.reviews.takeBack.mutate({ id, cause })));
}

/**
 * Takes back the look that quiets a cause for a note: the note's own, else the one for all that rests on the cause. A
 * look of a note in between stays, because it is about that note.
 */
export async function takeLookBack(
  client: Client,
  id: string,
  cause: Cause,
): Promise<{ readonly doneText: string; readonly back: () => Promise<unknown> }> {
  const reason = cause.looked_at?.reason ?? undefined;
  const isQuiet = async (): Promise<boolean> => {
    const { causes } = await client.reviews.ofNote.query({ id });
    return causes.some((one) => one.id === cause.id && one.kind === cause.kind && one.looked_at !== null);
  };
  await client.reviews.takeBack.mutate({ id, cause: cause.id });
  if (!(await isQuiet()))
    return { doneText: "This note needs review again.", back: () => lookAtAll(client, id, [cause], reason) };
  await client.reviews.takeBackForAll.mutate({ id: cause.id });
  const back = () => client.reviews.lookForAll.mutate({ id: cause.id, ...(reason && { reason }) });
  if (!(await isQuiet())) return { doneText: "All that rests on this cause needs review again.", back };
  await back();
  return { doneText: "Nothing changed: a note in between was found to stand.", back: async () => undefined };
}
