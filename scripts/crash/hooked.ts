import { PLANNED_EVENTS } from "../../packages/contract/src/index.ts";
import { openReceiver, type ReceivedRequest } from "../../packages/testkit/src/http/receiver.ts";
import type { Caller } from "./caller.ts";
import type { Writer } from "./writer.ts";

/** Time for everything that waits to be delivered after a start: attempts that a kill cut off are due at once. */
const DELIVERY_MS = 30_000;

/** A webhook of a user, and its receiver. */
export interface WebhookCheck extends AsyncDisposable {
  /** Registers the webhook, the first time that it is called. */
  register(): Promise<void>;
  /** Checks that each acknowledged write was sent, and nothing under two ids. Returns the faults. */
  verify(writers: readonly Writer[]): Promise<string[]>;
  /** How many messages were sent more than once. */
  doubleCount(): number;
}

export async function createHooked(caller: Caller): Promise<WebhookCheck> {
  const receiver = await openReceiver();
  let id: string | null = null;

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
    async verify(writers) {
      const faults = await allDelivered();
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
    doubleCount: () =>
      receiver.requests.length - new Set(receiver.requests.map(({ headers }) => headers["webhook-id"])).size,
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  };
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
