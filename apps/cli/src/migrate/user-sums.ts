import { stancePages, withArchiveFlags, type DataTransfer } from "@knote/api";
import { settingsOf } from "./copy-webhooks.ts";
import { createDigest, type Sum } from "./digest.ts";

/** The kinds of records that are compared per user. */
const KINDS = [
  "notes",
  "revisions",
  "links",
  "removed links",
  "looks",
  "stances",
  "operations",
  "sessions",
  "tokens",
  "months of usage",
  "idempotency keys",
  "webhooks",
] as const;

export type Kind = (typeof KINDS)[number];
export type Sums = Readonly<Record<Kind, Sum>>;

/** Reads all data of a user except the vectors. */
export async function userSums(side: DataTransfer, userId: string, now: number): Promise<Sums> {
  const digests = Object.fromEntries(KINDS.map((kind) => [kind, createDigest()]));
  const add = (kind: Kind, record: object) => digests[kind]!.add(record);
  for await (const page of side.notes(userId)) {
    for (const record of page) {
      add("notes", record);
      if (record.note.revision === 1) continue;
      const earlier = await side.earlierRevisions(userId, record.note);
      for (const revision of withArchiveFlags(record.note, earlier))
        add("revisions", { noteId: record.note.id, revision });
    }
  }
  for await (const page of side.links(userId)) for (const link of page) add("links", link);
  for await (const page of side.pastLinks(userId)) for (const link of page) add("removed links", link);
  for await (const page of side.looks(userId)) for (const look of page) add("looks", look);
  for await (const page of stancePages(side.storage.stances, userId)) for (const entry of page) add("stances", entry);
  // Leases are left out: they are short and can be taken again.
  for await (const page of side.operations(userId))
    for (const { leaseUntil: _, ...operation } of page) add("operations", operation);
  for (const session of await side.sessions(userId, now)) add("sessions", session);
  for (const token of await side.tokens(userId, now)) add("tokens", token);
  for (const usage of await side.usage(userId)) add("months of usage", usage);
  for (const webhook of await side.storage.webhooks.list(userId)) add("webhooks", settingsOf(webhook));
  for await (const page of side.claims(userId, now))
    for (const { leaseUntil: _, ...claim } of page) add("idempotency keys", claim);
  // Safe because the keys are those of KINDS.
  return Object.fromEntries(KINDS.map((kind) => [kind, digests[kind]!.sum()])) as Sums;
}
