import { createSecretBox } from "../../../packages/outbound/src/index.ts";
import { createSqliteStorage } from "../../../packages/storage-sqlite/src/index.ts";
import { freshId } from "../../../packages/testkit/src/builders/fresh-id.ts";
import { benchUsers } from "../tokens.ts";

const SECRETS_KEY = "the key of a benchmark that everybody knows";
/** Settings of a server that can open what `fill` seals, and may call this machine. */
export const SETTINGS = { SECRETS_KEY, WEBHOOK_ALLOW: "localhost", LOG_LEVEL: "error", DEFAULT_TIER: "agent" };

interface Filling {
  readonly users: number;
  /** Webhooks of each user. */
  readonly webhooks?: number;
  /** Messages that wait for each webhook. */
  readonly waiting: number;
  /** Returns the address of a webhook by its number. */
  readonly urlOf: (index: number) => string;
  /** When it is due, in milliseconds since the epoch. @default now */
  readonly dueAt?: number;
}

/** Stores webhooks, and what waits for them. */
export async function fill(dataDir: string, filling: Filling): Promise<void> {
  const { users, webhooks = 1, waiting, urlOf, dueAt: now = Date.now() } = filling;
  const storage = await createSqliteStorage({ dataDir, clock: { now: () => now } });
  const box = createSecretBox([SECRETS_KEY]);
  for (const [index, userId] of benchUsers(users).entries()) {
    await storage.users.ensure(userId, "agent");
    for (let place = 0; place < webhooks; place++) {
      const id = freshId();
      const secret = box.seal("a-secret-of-the-benchmark", { userId, webhookId: id });
      const fields = { events: ["note.created"], payload: "documented", name: "", madeWith: "sign-in" } as const;
      const url = urlOf(index * webhooks + place);
      await storage.webhooks.insert(userId, { id, url, secret, createdAt: now, ...fields }, webhooks);
    }
    await storage.webhooks.add(userId, Array.from({ length: waiting }, aMessage));
  }
  await storage.close();

  function aMessage() {
    const noteId = freshId();
    return {
      id: `msg_${freshId().replaceAll("-", "")}`,
      event: "note.created" as const,
      timestamp: new Date(now).toISOString(),
      noteIds: [noteId],
      data: JSON.stringify({ id: noteId, title: "Spaced repetition beats cramming", note_type: "fact" }),
      detail: "{}",
    };
  }
}
