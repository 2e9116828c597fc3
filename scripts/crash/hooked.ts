import { DatabaseSync } from "node:sqlite";
import { PLANNED_EVENTS } from "../../packages/contract/src/index.ts";
import { openReceiver, type ReceivedRequest } from "../../packages/testkit/src/http/receiver.ts";
import type { Caller } from "./caller.ts";
import type { Writer } from "./writer.ts";

/** Time for everything that waits to be delivered after a start: attempts that a kill cut off are due at once. */
const DELIVERY_MS = 30_000;
/** An attempt is under way until its result is stored: so many of one webhook at a time, most of them answered already. */
const MOST_UNDER_WAY = 100;

/** A webhook of a user, and its receiver. */
export interface WebhookCheck extends AsyncDisposable {
  /** Registers the webhook, the first time that it is called. */
  register(): Promise<void>;
  /** Looks at what waits in the server's database after a kill: nothing else may be sent again. Returns the faults. */
  afterKill(file: string): string[];
  /**
   * Checks that each acknowledged write was sent, nothing under two ids, and nothing twice but what a kill cut off.
   * Returns the faults.
   */
  verify(writers: readonly Writer[]): Promise<string[]>;
  /** How many messages were sent more than once. */
  doubleCount(): number;
  /** How many attempts were under way, most at one kill. */
  mostUnderWay(): number;
}

export async function createHooked(caller: Caller): Promise<WebhookCheck> {
  const receiver = await openReceiver();
  let id: string | null = null;
  /** How many kills each message has been waiting at. */
  const killCounts = new Map<string, number>();
  let mostUnderWay = 0;

  /** Waits until nothing waits; returns what is wrong. */
  async function allDelivered(): Promise<string[]> {
    const deadline = performance.now() + DELIVERY_MS;
    for (;;) {
      const { body } = await caller.call("GET", `/api/webhooks/${id}`);
      if (!body.active) return [`the webhook of ${caller.user} stopped: ${body.stopped_because}`];
      if (body.waiting === 0) return [];
      if (performance.now() > deadline) return [`${body.waiting} messages still wait for ${caller.user}`];
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /** Checks that each time that a message was sent is in its log, or was cut off by a kill. */
  async function sentTooOften(): Promise<string[]> {
    const faults: string[] = [];
    for (const [messageId, sentCount] of countsOf(receiver.requests.map(messageIdOf))) {
      const kills = killCounts.get(messageId) ?? 0;
      if (sentCount <= 1 + kills) continue;
      // On a slow machine an attempt can have failed, and another one followed.
      const { body } = await caller.call("GET", `/api/webhooks/${id}/deliveries/${messageId}`);
      if (sentCount > (body.attempts ?? 1) + kills)
        faults.push(`message ${messageId} was sent ${sentCount} times, and waited at ${kills} kills`);
    }
    return faults;
  }

  return {
    async register() {
      if (id !== null) return;
      const { status, body } = await caller.call("POST", "/api/webhooks", {
        url: receiver.url,
        events: PLANNED_EVENTS,
      });
      if (status !== 201) throw new Error(`a webhook was answered with ${status}: ${JSON.stringify(body)}`);
      id = body.id;
    },
    afterKill(file) {
      if (id === null) return [];
      const sentIds = new Set(receiver.requests.map(messageIdOf));
      let underWay = 0;
      for (const messageId of waitingFor(id, file)) {
        killCounts.set(messageId, (killCounts.get(messageId) ?? 0) + 1);
        if (sentIds.has(messageId)) underWay++;
      }
      mostUnderWay = Math.max(mostUnderWay, underWay);
      return underWay > MOST_UNDER_WAY ? [`${underWay} attempts for ${caller.user} were under way at a kill`] : [];
    },
    async verify(writers) {
      const faults = await allDelivered();
      faults.push(...(await sentTooOften()));
      const [creationIds, updateIds] = [
        idsByNote(receiver.requests, "note.created"),
        idsByNote(receiver.requests, "note.updated"),
      ];
      for (const { journal } of writers)
        for (const [noteId, { isCreated, updates }] of journal.writes) {
          const [creations, changes] = [creationIds.get(noteId)?.size ?? 0, updateIds.get(noteId)?.size ?? 0];
          if (creations !== (isCreated ? 1 : 0)) faults.push(`note ${noteId} was sent as new under ${creations} ids`);
          if (changes !== updates) faults.push(`${updates} changes of note ${noteId} were sent under ${changes} ids`);
        }
      for (const [noteId, ids] of creationIds)
        if (ids.size > 1) faults.push(`note ${noteId} was sent as new under two ids`);
      return faults;
    },
    doubleCount: () => receiver.requests.length - new Set(receiver.requests.map(messageIdOf)).size,
    mostUnderWay: () => mostUnderWay,
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  };
}

function messageIdOf({ headers }: ReceivedRequest): string {
  return String(headers["webhook-id"]);
}

function countsOf(ids: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/** Returns the ids of the messages that wait for a webhook. */
function waitingFor(webhookId: string, file: string): string[] {
  using db = new DatabaseSync(file, { readOnly: true });
  const rows = db
    .prepare(
      `SELECT m.id FROM webhook_deliveries d JOIN webhook_messages m USING (message) JOIN webhooks w USING (webhook)
       WHERE w.id = ? AND d.result = 'waiting'`,
    )
    .all(webhookId);
  return rows.map((row) => String(row["id"]));
}

/** Returns the ids of the messages of an event by the notes that they tell of. */
function idsByNote(requests: readonly ReceivedRequest[], event: string): Map<string, Set<string>> {
  const ids = new Map<string, Set<string>>();
  for (const { headers, body } of requests) {
    if (body.event !== event) continue;
    const ofNote = ids.get(body.data.id) ?? new Set();
    ids.set(body.data.id, ofNote.add(String(headers["webhook-id"])));
  }
  return ids;
}
