import { PLANNED_EVENTS } from "@knote/contract";
import {
  createIdSource,
  createMemoryStorage,
  createPlainSecretBox,
  createScriptedTransport,
  freshUserId,
  testClock,
} from "@knote/testkit";
import type { NewMessage } from "../../ports/notice.ts";
import type { NewWebhook } from "../../ports/webhook-store.ts";
import type { Storage } from "../../ports/storage.ts";
import type { SenderReport } from "../sender-parts.ts";
import { startSender } from "../sender.ts";

interface Options {
  readonly atOnce?: number;
  /** Changes the storage that the sender sees. */
  readonly wrap?: (storage: Storage) => Storage;
}

/** Starts a sender over the memory storage and a scripted transport, with a clock that the test moves. */
export function startTestSender({ atOnce = 64, wrap = (storage) => storage }: Options = {}) {
  const clock = testClock();
  const storage = createMemoryStorage({ clock });
  const transport = createScriptedTransport();
  const secretBox = createPlainSecretBox();
  const newId = createIdSource(clock.now);
  const report = { attempts: [] as object[], stopped: [] as object[], failures: [] as unknown[] };
  const senderReport: SenderReport = {
    attempt: (endedAttempt) => void report.attempts.push(endedAttempt),
    stopped: (webhook) => void report.stopped.push(webhook),
    failed: (error) => void report.failures.push(error),
  };
  const parts = {
    storage: wrap(storage),
    clock,
    transport,
    secretBox,
    atOnce,
    random: () => 0.5,
    report: senderReport,
  };
  const sender = startSender(parts);
  return {
    clock,
    storage,
    transport,
    secretBox,
    report,
    sender,
    /** Starts another sender over the same storage, as another process would. */
    startAnother: () => startSender(parts),
    async webhook(fields: Partial<NewWebhook> & { readonly userId?: string } = {}) {
      const { userId = freshUserId(), ...rest } = fields;
      const id = newId();
      const webhook: NewWebhook = {
        id,
        url: `https://${id}.example.com/hook`,
        events: PLANNED_EVENTS,
        payload: "documented",
        name: "",
        secret: secretBox.seal("a secret of tests", { userId, webhookId: id }),
        madeWith: "sign-in",
        createdAt: clock.now(),
        ...rest,
      };
      await storage.webhooks.insert(userId, webhook, 1_000);
      const present = async () => (await storage.webhooks.get(userId, id))!;
      return {
        id,
        userId,
        stored: present,
        standing: async () => (await present()).standing,
        /** Adds messages for all webhooks of the user; returns their ids. */
        async messages(count: number): Promise<string[]> {
          const messages = Array.from({ length: count }, () => aMessage(newId(), clock.now()));
          await storage.webhooks.add(userId, messages);
          return messages.map((message) => message.id);
        },
        delivery: async (messageId: string) => (await storage.webhooks.delivery(userId, id, messageId))!,
        async results() {
          const { deliveries } = await storage.webhooks.deliveries(userId, id, {}, { limit: 1_000 });
          return deliveries.map(({ result }) => result).toReversed();
        },
        /** The attempts of this webhook, by message. */
        attempted: () =>
          transport.attempts.filter(({ webhookId }) => webhookId === id).map(({ message }) => message.id),
        events: async () => (await storage.activity.replay(userId, null)).map(({ event }) => event),
      };
    },
    /** Moves the clock and lets the sender look. */
    pass(milliseconds: number) {
      clock.advance(milliseconds);
      sender.wake();
    },
    async [Symbol.asyncDispose]() {
      transport.release();
      await sender.stop(0);
      await storage.close();
    },
  };
}

function aMessage(uuid: string, now: number): NewMessage {
  return {
    id: `msg_${uuid.replaceAll("-", "")}`,
    event: "note.created",
    timestamp: new Date(now).toISOString(),
    noteIds: [uuid],
    data: JSON.stringify({ id: uuid, title: "Owls hunt at night", note_type: "fact" }),
    detail: JSON.stringify({ state: "active" }),
  };
}
