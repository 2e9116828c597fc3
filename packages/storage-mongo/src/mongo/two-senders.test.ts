import { createSystemClock, type NewMessage, type Sender, type SenderReport, startSender } from "@knote/api";
import {
  aMessage,
  aWebhook,
  createPlainSecretBox,
  createScriptedTransport,
  eventually,
  freshUserId,
  withService,
} from "@knote/testkit";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { createDatabase, type TestDatabase } from "../testing/open-database.ts";
import type { MongoDocuments } from "./open-mongo.ts";

/** Attempts of a process at a time, and how many of them are for receivers that answer at once. */
const AT_ONCE = 8;
const QUICK = 6;
/** A process leases 64 at once, and no more while these are not done: the other one has something to do, too. */
const WEBHOOKS = 64 + QUICK;
const MESSAGES = 3;
const patiently = { deadlineMs: 100_000 };

withService("TEST_MONGODB_URL", (url) => {
  let database: TestDatabase;

  vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

  beforeAll(async () => {
    database = await createDatabase(url);
  });

  afterAll(() => database[Symbol.asyncDispose]());

  /** Opens the data as another process does, and starts its sender when asked to. */
  async function openProcess() {
    const storage = await database.open();
    const transport = createScriptedTransport();
    const failures: unknown[] = [];
    const report: SenderReport = {
      attempt: () => undefined,
      stopped: () => undefined,
      failed: (error) => void failures.push(error),
    };
    let sender: Sender | null = null;
    onTestFinished(async () => {
      transport.release();
      await sender?.stop(0);
      await storage.close();
    });
    return {
      storage,
      transport,
      failures,
      start() {
        const parts = {
          clock: createSystemClock(),
          secretBox: createPlainSecretBox(),
          atOnce: AT_ONCE,
          random: () => 0.5,
        };
        sender = startSender({ ...parts, storage, transport, report });
      },
      async stop() {
        await sender?.stop(60_000);
      },
    };
  }

  it("two processes share what waits, and send nothing twice, also when one of them stops and the other goes on", async () => {
    const [one, other] = [await openProcess(), await openProcess()];
    const messages = Array.from({ length: WEBHOOKS }, () => Array.from({ length: MESSAGES }, () => aMessage()));
    await Promise.all(messages.map((own) => giveMessages(one.storage, own)));
    for (const process of [one, other]) {
      process.transport.hold();
      process.start();
    }
    await eventually(
      () => expect([one.transport.underWay, other.transport.underWay]).toEqual([QUICK, QUICK]),
      patiently,
    );
    one.transport.release();
    await eventually(() => expect(one.transport.attempts.length).toBeGreaterThan(WEBHOOKS / 2), patiently);
    await one.stop();
    other.transport.release();
    await eventually(async () => expect((await other.storage.webhooks.figures()).waiting).toBe(0), patiently);
    const attempts = [...one.transport.attempts, ...other.transport.attempts].map(({ message }) => message.id);
    expect(attempts.toSorted()).toEqual(
      messages
        .flat()
        .map(({ id }) => id)
        .toSorted(),
    );
    expect([...one.failures, ...other.failures]).toEqual([]);
  });
});

/** Stores messages for a webhook of a new user. */
async function giveMessages({ webhooks }: MongoDocuments, messages: readonly NewMessage[]): Promise<void> {
  const [userId, webhook] = [freshUserId(), aWebhook()];
  const secret = createPlainSecretBox().seal("a secret of tests", { userId, webhookId: webhook.id });
  await webhooks.insert(userId, { ...webhook, secret, url: `https://${webhook.id}.example.com/` }, 1);
  await webhooks.add(userId, messages);
}
