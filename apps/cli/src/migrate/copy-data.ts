import { stancePages, type UserRecord } from "@knote/api";
import { copyNotes } from "./copy-notes.ts";
import { copyWebhooks } from "./copy-webhooks.ts";
import type { MigrationProgress } from "./migration-progress.ts";
import type { Sides } from "./sides.ts";

/**
 * Copies user by user, page by page. Each complete user moves the target's mark. After an interruption, the data of
 * the user that was under way is kept and completed.
 */
export async function copyData(sides: Sides, origin: string, progress: MigrationProgress): Promise<void> {
  const { source, target } = sides;
  const lastDoneUser = (await target.mark())?.done ?? null;
  await keepModels(sides);
  await target.putHistorySince(await source.storage.historySince());
  for await (const cuts of source.cuts()) for (const tokenCut of cuts) await target.putCut(tokenCut);
  for await (const users of source.users(lastDoneUser)) {
    for (const user of users) {
      await copyUser(sides, user, progress);
      await target.setMark({ source: origin, done: user.userId });
      progress.userDone();
    }
  }
}

/** Copies the model names. From here on each note is due in the target until its vectors are copied. */
async function keepModels({ source, target }: Sides): Promise<void> {
  const { serving, next } = await source.storage.vectors.models();
  if (serving !== null) await target.storage.vectors.serve(serving);
  if (next !== null) await target.storage.vectors.prepare(next);
}

async function copyUser(sides: Sides, user: UserRecord, progress: MigrationProgress): Promise<void> {
  const { source, target } = sides;
  const { userId } = user;
  await target.putUser(user);
  for await (const notes of source.notes(userId)) {
    await copyNotes(sides, userId, notes);
    progress.notesDone(notes.length);
  }
  for await (const links of source.links(userId)) await target.storage.links.insertMany(userId, links);
  for await (const links of source.pastLinks(userId)) await target.putPastLinks(userId, links);
  for await (const looks of source.looks(userId)) await target.storage.looks.put(userId, looks);
  for await (const entries of stancePages(source.storage.stances, userId))
    await target.storage.stances.add(userId, entries);
  for await (const page of source.operations(userId)) await target.putOperations(userId, page);
  await copyWebhooks({ source: source.storage, target: target.storage }, userId);
  for (const usage of await source.usage(userId)) await target.putUsage(userId, usage);
  await copySignIns(sides, userId, Date.now());
}

async function copySignIns({ source, target }: Sides, userId: string, now: number): Promise<void> {
  const { sessions, idempotency } = target.storage;
  for (const { digest, session } of await source.sessions(userId, now))
    if ((await sessions.find(digest, now)) === null) await sessions.create(digest, session, null);
  for (const { digest, token } of await source.tokens(userId, now))
    await target.storage.tokens.create(digest, token, Infinity);
  for await (const claims of source.claims(userId, now)) {
    for (const { response, ...claim } of claims) {
      await idempotency.claim(userId, { ...claim, now });
      if (response) await idempotency.complete(userId, claim.key, claim.seed, response);
    }
  }
}
