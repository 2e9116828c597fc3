import { DAY_MS } from "@knote/contract";
import { lookKey, parseKeywordQuery, type DeliveryOutcome, type LeasedWebhook, type StoredNote } from "@knote/api";
import {
  aGrant,
  aLink,
  aMessage,
  aNoteWrite,
  anEvent,
  aNotice,
  aRevision,
  aToken,
  aWebhook,
  freshId,
} from "@knote/testkit";
import type { MongoDocuments } from "../mongo/open-mongo.ts";

export const MODEL = "model-1";

const NOW = Date.now();
const LIMITS = { queries: -1, capableQueries: -1 };
const RESPONSE = { status: 201, body: "{}", headers: {} };

export type Verb = readonly [name: string, work: () => Promise<unknown>];

/** Returns calls of every method of the stores, in an order in which each has something to do. */
export async function everyVerb(documents: MongoDocuments, sub: string): Promise<Verb[]> {
  await documents.users.setTier(sub, "pro");
  const notes: StoredNote[] = [];
  for (const title of ["Owls hunt at night", "Owls hunt by ear", "Barn owls sleep", "Bats hunt"]) {
    const write = aNoteWrite({ title, tags: ["birds"] });
    await documents.notes.insert(sub, write, [aNotice()]);
    notes.push(write.note);
  }
  return [
    ...noteVerbs(documents, sub, notes),
    ...linkVerbs(documents, sub, notes),
    ...lookVerbs(documents, sub, notes),
    ...stanceVerbs(documents, sub, notes),
    ...operationVerbs(documents, sub, notes),
    ...searchVerbs(documents, sub, notes),
    ...vectorVerbs(documents, sub, notes),
    ...tokenVerbs(documents, sub),
    ...webhookVerbs(documents, sub),
    ...accountVerbs(documents, sub),
    ...removingVerbs(documents, sub, notes),
  ];
}

function noteVerbs({ notes }: MongoDocuments, sub: string, [one, two]: readonly StoredNote[]): Verb[] {
  const stateSelection = { archived: false, others: { except: new Set([two!.id]) } };
  const after = { created_at: one!.created_at, id: one!.id };
  return [
    ["notes.insert", () => notes.insert(sub, aNoteWrite(), [aNotice()])],
    [
      "notes.insertMany",
      () =>
        notes.insertMany(sub, [
          { ...aNoteWrite(), key: "k1" },
          { ...aNoteWrite(), key: null },
        ]),
    ],
    [
      "notes.insertLinked",
      () => {
        const write = aNoteWrite();
        return notes.insertLinked(sub, write, [aLink({ source_id: write.note.id, target_id: one!.id })], [aNotice()]);
      },
    ],
    ["notes.update", () => notes.update(sub, aRevision(one!, { title: "Owls see" }), [aNotice()])],
    ["notes.get", () => notes.get(sub, one!.id)],
    ["notes.getMany", () => notes.getMany(sub, [one!.id, two!.id])],
    ["notes.history", () => notes.history(sub, one!.id, { limit: 10 })],
    ["notes.changedSince", () => notes.changedSince(sub, "2001-01-01T00:00:00.000Z", { limit: 50 })],
    ["notes.revisionsAt", () => notes.revisionsAt(sub, [one!.id, two!.id], one!.created_at)],
    ["notes.countDeleted", () => notes.countDeleted(sub, { after: "", upTo: one!.created_at })],
    ["notes.trash", () => notes.trash(sub, { limit: 50 })],
    ["notes.keysOf", () => notes.keysOf(sub, [one!.id, two!.id])],
    ["notes.list", () => notes.list(sub, {}, { limit: 50 })],
    ["notes.list after", () => notes.list(sub, {}, { limit: 50, after })],
    ["notes.list by tag and type", () => notes.list(sub, { tags: ["birds"], noteTypes: ["fact"] }, { limit: 50 })],
    ["notes.list by state", () => notes.list(sub, { states: stateSelection }, { limit: 50 })],
    ["notes.findByKeysOrIds", () => notes.findByKeysOrIds(sub, ["k1", two!.id])],
    ["notes.findByTitleKeys", () => notes.findByTitleKeys(sub, ["owl see"])],
    ["notes.findByTitleBeginning", () => notes.findByTitleBeginning(sub, "owl", 50)],
    ["notes.findTags", () => notes.findTags(sub, "bi", 40)],
    ["notes.counts", () => notes.counts(sub)],
  ];
}

const NO_EVENTS = { at: new Date(NOW).toISOString(), unlinked: [], linked: [] };

function linkVerbs({ links }: MongoDocuments, sub: string, [one, two, three]: readonly StoredNote[]): Verb[] {
  const created_at = new Date(NOW).toISOString();
  const link = { source_id: one!.id, target_id: two!.id, relation: "supersedes", created_at } as const;
  const other = { ...link, target_id: three!.id, relation: "extends" } as const;
  return [
    ["links.insert", () => links.insert(sub, link, [aNotice()])],
    ["links.insertMany", () => links.insertMany(sub, [link, other])],
    ["links.replace", () => links.replace(sub, other, { ...other, relation: "depends_on" }, NO_EVENTS)],
    ["links.get", () => links.get(sub, link)],
    ["links.listTouching one note", () => links.listTouching(sub, [one!.id], 100)],
    ["links.listTouching many notes", () => links.listTouching(sub, Array.from({ length: 20 }, freshId), 100)],
    ["links.ofNote", () => links.ofNote(sub, one!.id, { limit: 50 })],
    ["links.list", () => links.list(sub, { limit: 50 })],
    ["links.supersedes", () => links.supersedes(sub, two!.id, one!.id)],
    ["links.states", () => links.states(sub)],
    ["links.states again", () => links.states(sub)],
    ["links.past", () => links.past(sub, { removedAfter: created_at })],
    ["links.past of notes", () => links.past(sub, { touching: [one!.id, two!.id] })],
    ["links.allRestLinks", () => links.allRestLinks(sub)],
    ["links.restLinks", () => links.restLinks(sub, [one!.id, two!.id])],
    ["links.versions", () => links.versions(sub)],
    ["links.delete", () => links.delete(sub, link, created_at, [aNotice()])],
  ];
}

function lookVerbs({ looks }: MongoDocuments, sub: string, [one, two]: readonly StoredNote[]): Verb[] {
  const at = new Date(NOW).toISOString();
  const look = { key: lookKey("near", one!.id, two!.id), basis: "-", verdict: "fine", reason: null, details: null, at };
  return [
    ["looks.put", () => looks.put(sub, [look])],
    ["looks.get", () => looks.get(sub, [look.key])],
    ["looks.list", () => looks.list(sub, "near", { limit: 50 })],
    ["looks.remove", () => looks.remove(sub, [look.key])],
  ];
}

function stanceVerbs({ stances }: MongoDocuments, sub: string, [one, two]: readonly StoredNote[]): Verb[] {
  const state = { confidence: 0.7, expects: null, review_on: null, outcome: null, text: null };
  const entry = { ...state, noteId: one!.id, number: 1, at: new Date(NOW).toISOString(), kind: "stance" } as const;
  return [
    ["stances.add", () => stances.add(sub, [entry])],
    ["stances.ofNote", () => stances.ofNote(sub, one!.id)],
    ["stances.latest", () => stances.latest(sub, [one!.id, two!.id])],
    ["stances.list", () => stances.list(sub, { limit: 50 })],
  ];
}

function operationVerbs({ operations }: MongoDocuments, sub: string, [one, two]: readonly StoredNote[]): Verb[] {
  const progress = { state: "running", leaseUntil: 1 } as const;
  const entry = { id: freshId(), kind: "merge", at: new Date(NOW).toISOString(), ...progress } as const;
  const operation = { ...entry, noteIds: [one!.id, two!.id], partIds: [], moved: 0, plan: "{}" };
  return [
    ["operations.begin", () => operations.begin(sub, operation)],
    ["operations.findStalled", () => operations.findStalled(1, 50)],
    ["operations.advance", () => operations.advance(sub, entry.id, progress, { state: "done", leaseUntil: 0 })],
    ["operations.get", () => operations.get(sub, entry.id)],
    ["operations.list", () => operations.list(sub, { limit: 50 })],
    ["operations.list after", () => operations.list(sub, { limit: 50, after: entry })],
    ["operations.removeBefore", () => operations.removeBefore("2001-01-01T00:00:00.000Z", 50)],
    ["operations.remove", () => operations.remove(sub, entry.id)],
  ];
}

function searchVerbs({ keywords }: MongoDocuments, sub: string, [one, two]: readonly StoredNote[]): Verb[] {
  const queryOf = (q: string) => parseKeywordQuery(q, "any")!;
  return [
    ["keywords.search two words", () => keywords.search(sub, queryOf("owls hunt"), {}, 10)],
    ["keywords.scores", () => keywords.scores(sub, queryOf("owls hunt"), [one!.id, two!.id])],
    [
      "keywords.search many words",
      () => keywords.search(sub, queryOf("birds that owls hear while bats sleep"), {}, 10),
    ],
    ["keywords.search a beginning", () => keywords.search(sub, queryOf("ow*"), {}, 10)],
    ["keywords.terms", () => keywords.terms(sub, { exact: ["=owl"], prefixes: ["^hun"] }, 100)],
    ["keywords.search a phrase", () => keywords.search(sub, queryOf('"owls hunt"'), {}, 10)],
    ["keywords.search stop words", () => keywords.search(sub, queryOf('"to be"'), {}, 10)],
  ];
}

function vectorVerbs({ vectorDocuments }: MongoDocuments, sub: string, [one]: readonly StoredNote[]): Verb[] {
  const key = async () => (await vectorDocuments.keptModels()).serving!.key;
  const put = { revision: 2, complete: true };
  return [
    ["vectorDocuments.keep", () => vectorDocuments.keep(MODEL, "serving")],
    ["vectorDocuments.keptModels", () => vectorDocuments.keptModels()],
    ["vectorDocuments.due", () => vectorDocuments.due(MODEL, 10)],
    ["vectorDocuments.due again", () => vectorDocuments.due(MODEL, 10, `${sub} 0 ${one!.id}`)],
    ["vectorDocuments.postpone", () => vectorDocuments.postpone(sub, one!.id, { model: MODEL, revision: 2, forMs: 0 })],
    ["vectorDocuments.postponed", () => vectorDocuments.countPostponed(MODEL)],
    ["vectorDocuments.dueSince", () => vectorDocuments.dueSince(MODEL)],
    ["vectorDocuments.pending", () => vectorDocuments.pending(MODEL)],
    ["vectorDocuments.admit", async () => vectorDocuments.admit(sub, one!.id, { ...put, key: await key() })],
    ["vectorDocuments.settle", async () => vectorDocuments.settle(sub, one!.id, { ...put, key: await key() })],
    ["vectorDocuments.standing", async () => vectorDocuments.standing(sub, await key(), [one!.id])],
    ["vectorDocuments.renew", () => vectorDocuments.renew(MODEL)],
  ];
}

function accountVerbs(documents: MongoDocuments, sub: string): Verb[] {
  const { activity, quota, sessions, idempotency, users } = documents;
  const month = "2026-03";
  const reservation = { id: "one", month, capable: true };
  const request = { ...reservation, limits: LIMITS, now: NOW, leaseUntil: NOW + 60_000 };
  const claim = { key: "k", bodyHash: "h", seed: "s", now: NOW, leaseUntil: NOW + 60_000, expiresAt: NOW + 90_000 };
  const times = { createdAt: NOW, lastUsedAt: NOW, expiresAt: NOW + 90_000 };
  const session = { id: "id", userId: sub, name: "Ada", login: null, userAgent: "", ...times };
  return [
    ["activity.append", () => activity.append(sub, [anEvent()])],
    ["activity.replay", () => activity.replay(sub, null)],
    ["activity.latest", () => activity.latest(sub, 10)],
    ["quota.reserve first in a month", () => quota.reserve(sub, { ...request, id: "first" })],
    ["quota.reserve", () => quota.reserve(sub, request)],
    ["quota.settle", () => quota.settle(sub, reservation)],
    ["quota.release", () => quota.release(sub, reservation)],
    ["quota.usage", () => quota.usage(sub, month, NOW)],
    ["quota.warnOnce", () => quota.warnOnce(sub, month, "queries")],
    ["idempotency.claim", () => idempotency.claim(sub, claim)],
    ["idempotency.claim again", () => idempotency.claim(sub, claim)],
    ["idempotency.abandon", () => idempotency.abandon(sub, "k", { seed: "s", until: claim.leaseUntil })],
    ["idempotency.complete", () => idempotency.complete(sub, "k", "s", RESPONSE)],
    ["idempotency.release", () => idempotency.release(sub, "k", "s")],
    ["users.ensure", () => users.ensure(sub, "free")],
    ["sessions.create", () => sessions.create(`${sub} digest`, session, null)],
    ["sessions.find", () => sessions.find(`${sub} digest`, NOW)],
    ["sessions.touch", () => sessions.touch(`${sub} digest`, NOW)],
    ["sessions.list", () => sessions.list(sub, NOW)],
    ["sessions.end", () => sessions.end(sub, "id")],
    ["sessions.endAll", () => sessions.endAll(sub, 0)],
    ["sessions.tokenCounts", () => sessions.isTokenValid(sub, { issuedAt: 0, sessionId: null })],
    ["sessions.addCode", () => sessions.addCode(`${sub} code`, NOW + 90_000)],
    ["sessions.useCode", () => sessions.useCode(`${sub} code`, NOW)],
  ];
}

function tokenVerbs({ tokens }: MongoDocuments, sub: string): Verb[] {
  const [personal, grant] = [aToken(sub), aGrant(sub)];
  const { family, refresh } = grant.grant;
  const next = { digest: `${sub} next`, hint: "next", refresh: "next", accessUntil: NOW + 1, idleUntil: NOW + 90_000 };
  return [
    ["tokens.create", () => tokens.create(`${sub} personal`, personal, 50)],
    ["tokens.create a grant", () => tokens.create(`${sub} grant`, grant, 50)],
    ["tokens.find", () => tokens.find(`${sub} personal`, NOW)],
    ["tokens.find of a known user", () => tokens.find(`${sub} personal`, NOW, sub)],
    ["tokens.touch", () => tokens.touch(`${sub} personal`, NOW)],
    ["tokens.list", () => tokens.list(sub, NOW)],
    ["tokens.counts", () => tokens.counts(NOW)],
    ["tokens.rotate", () => tokens.rotate({ family, refresh }, next, NOW)],
    ["tokens.end", () => tokens.end(sub, grant.id)],
    ["tokens.endByDigest", () => tokens.endByDigest(`${sub} personal`)],
  ];
}

/** The webhook goes in the end, so that the verbs after these run as for most users. */
function webhookVerbs({ webhooks, notes }: MongoDocuments, sub: string): Verb[] {
  const webhook = aWebhook();
  const message = aMessage();
  // After the clock of every test, as leases go by the times of deliveries.
  const now = Date.now() + 60 * DAY_MS;
  const limits = { now, waitingSince: 0, endedBefore: 0, mostEnded: 10 };
  let leasedWebhook: LeasedWebhook | undefined;
  const settle = async (next: DeliveryOutcome["next"]) => {
    const standing = { ...leasedWebhook!.webhook.standing, stops: null };
    leasedWebhook =
      (await webhooks.settle(leasedWebhook!, [{ messageId: message.id, attempt: null, next }], standing)) ?? undefined;
  };
  return [
    ["webhooks.insert", () => webhooks.insert(sub, webhook, 5)],
    ["webhooks.list", () => webhooks.list(sub)],
    ["webhooks.get", () => webhooks.get(sub, webhook.id)],
    ["webhooks.change", () => webhooks.change(sub, webhook.id, { name: "New", updatedAt: now })],
    ["webhooks.add", () => webhooks.add(sub, [message])],
    ["notes.insert for a webhook", () => notes.insert(sub, aNoteWrite(), [{ message: aMessage() }])],
    ["webhooks.deliveries", () => webhooks.deliveries(sub, webhook.id, { result: "waiting" }, { limit: 5 })],
    ["webhooks.delivery", () => webhooks.delivery(sub, webhook.id, message.id)],
    ["webhooks.nextDue", () => webhooks.nextDue()],
    [
      "webhooks.lease",
      async () => {
        leasedWebhook = (await webhooks.lease(100, now, now + 60_000)).find((one) => one.userId === sub);
      },
    ],
    ["webhooks.renew", () => webhooks.renew([leasedWebhook!], now + 60_000)],
    ["webhooks.due", () => webhooks.due(leasedWebhook!, now, { limit: 5, untriedFirst: true })],
    ["webhooks.settle", () => settle({ result: "waiting", dueAt: now })],
    ["webhooks.settle an end", () => settle({ result: "failed", endedAt: now })],
    ["webhooks.release", () => webhooks.release(leasedWebhook!)],
    ["webhooks.resend", () => webhooks.resend(sub, webhook.id, { messageId: message.id }, now)],
    ["webhooks.tidy", () => webhooks.tidy(limits)],
    ["webhooks.takeStopped", () => webhooks.takeStopped(5)],
    ["webhooks.listAll", () => webhooks.listAll({ limit: 5 })],
    ["webhooks.figures", () => webhooks.figures()],
    ["webhooks.change to gone", () => webhooks.change(sub, webhook.id, { stopped: "gone", updatedAt: now })],
    ["webhooks.delete", () => webhooks.delete(sub, webhook.id)],
  ];
}

function removingVerbs(documents: MongoDocuments, sub: string, [one, two, three]: readonly StoredNote[]): Verb[] {
  const { notes, users, vectorDocuments } = documents;
  const time = "2001-01-01T00:00:00.000Z";
  return [
    ["notes.delete", () => notes.delete(sub, two!.id, time, [aNotice()])],
    ["notes.restore", () => notes.restore(sub, two!.id, () => [aNotice()])],
    ["notes.purge", () => notes.purge(sub, one!.id, [aNotice()])],
    ["notes.delete another", () => notes.delete(sub, three!.id, time, [])],
    ["notes.purgeDeletedBefore one note", () => notes.purgeDeletedBefore("2001-01-02T00:00:00.000Z", 10)],
    ["vectorDocuments.removals", () => vectorDocuments.removals(10)],
    ["vectorDocuments.confirmRemoved", () => vectorDocuments.confirmRemoved([one!.id, three!.id])],
    ["historySince", () => documents.historySince()],
    ["checkDocuments", () => documents.checkDocuments()],
    ["sweep", () => documents.sweep()],
    ["users.erase", () => users.erase(sub, NOW)],
  ];
}
