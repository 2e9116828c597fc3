import type { ServerResponse } from "node:http";
import { type NewMessage, type SenderReport, startSender } from "@knote/api";
import { createWebhookTransport } from "@knote/outbound";
import {
  createIdSource,
  createMemoryStorage,
  createPlainSecretBox,
  eventually,
  openDeafReceiver,
  openRawReceiver,
  openReceiver,
  type Receiver,
  testClock,
} from "@knote/testkit";
import { describe, expect, it } from "vitest";

/** For receivers that never answer: these end the attempt. */
const SHORT = { queryMs: 1_000, connectMs: 1_000, totalMs: 150 };
const LONG = { queryMs: 60_000, connectMs: 60_000, totalMs: 120_000 };
const MESSAGES = 2;

/** Sends messages to receivers over real sockets, with a clock that stands still. */
function startSending(limits: typeof LONG) {
  const clock = testClock();
  const storage = createMemoryStorage({ clock });
  const secretBox = createPlainSecretBox();
  const newId = createIdSource(clock.now);
  const transport = createWebhookTransport({
    allow: [{ kind: "name", name: "localhost", port: null }],
    limits,
    version: "1.0.0",
    now: clock.now,
  });
  const report: SenderReport = { attempt() {}, stopped() {}, failed: (error) => expect.unreachable(String(error)) };
  const sender = startSender({ storage, clock, transport, secretBox, atOnce: 64, random: () => 0.5, report });
  return {
    clock,
    sender,
    /** Lets what failed be attempted again: on a busy machine the short limits end good attempts, too. */
    attemptAgain() {
      clock.advance(60_000);
      sender.wake();
    },
    async webhook(userId: string, { url }: Receiver) {
      const id = newId();
      const secret = secretBox.seal("a secret of tests", { userId, webhookId: id });
      const fields = { payload: "documented", name: "", madeWith: "sign-in" } as const;
      await storage.webhooks.insert(
        userId,
        { id, url, events: ["note.created"], secret, createdAt: clock.now(), ...fields },
        9,
      );
      const deliveries = async () =>
        (await storage.webhooks.deliveries(userId, id, {}, { limit: 100 })).deliveries.toReversed();
      return {
        messages: (count: number) => storage.webhooks.add(userId, Array.from({ length: count }, newMessage)),
        stored: async () => (await storage.webhooks.get(userId, id))!,
        deliveries,
        firstAttempt: async () => {
          const [first] = await deliveries();
          return (await storage.webhooks.delivery(userId, id, first!.id))!.log.at(-1)!;
        },
      };
    },
    async [Symbol.asyncDispose]() {
      await sender.stop(0);
      transport.close();
      await storage.close();
    },
  };

  function newMessage(): NewMessage {
    const uuid = newId();
    return {
      id: `msg_${uuid.replaceAll("-", "")}`,
      event: "note.created",
      timestamp: new Date(clock.now()).toISOString(),
      noteIds: [uuid],
      data: JSON.stringify({ id: uuid, title: "Owls hunt at night", note_type: "fact" }),
      detail: "{}",
    };
  }
}

const answering = (answer: (response: ServerResponse) => unknown) => () =>
  openReceiver((_, response) => void answer(response));

const HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n";
/** Writes one byte a second, or as many as the attempt's limit allows. */
const drip = (text: string) => () =>
  openRawReceiver((socket) => {
    let at = 0;
    const timer = setInterval(() => socket.write(text[at++ % text.length]!), 1_000);
    socket.on("close", () => clearInterval(timer));
  });

describe("a receiver that", () => {
  it.each<[what: string, open: () => Promise<Receiver>, error: string | null, status: number | null]>([
    ["accepts no connection", openDeafReceiver, "timeout", null],
    ["accepts and is silent", () => openRawReceiver(() => undefined), "timeout", null],
    ["sends a byte of its head a second", drip(HEAD), "timeout", null],
    ["takes the request and never answers", answering(() => undefined), "timeout", null],
    ["resets the connection", () => openRawReceiver((socket) => socket.resetAndDestroy()), "broken", null],
    ["hangs up", () => openRawReceiver((socket) => socket.end()), "broken", null],
    ["speaks another protocol", () => openRawReceiver((socket) => socket.end("SSH-2.0\r\n")), "broken", null],
    ["refuses", answering((response) => response.writeHead(500).end()), null, 500],
    [
      "leads elsewhere",
      answering((response) => response.writeHead(302, { Location: "http://127.0.0.1/" }).end()),
      "redirect",
      302,
    ],
  ])("%s is attempted again later, and holds up nobody", async (_, open, error, status) => {
    await using receiver = await open();
    await using good = await openReceiver();
    await using sending = startSending(error === "timeout" ? SHORT : LONG);
    const [bad, other] = [await sending.webhook("ada", receiver), await sending.webhook("grace", good)];
    await bad.messages(MESSAGES);
    await other.messages(MESSAGES);
    await eventually(async () => expect((await bad.stored()).standing.failures).toBe(MESSAGES));
    const [first] = await bad.deliveries();
    expect(first).toMatchObject({ result: "waiting", attempts: 1 });
    expect(Date.parse(first!.next_attempt_at!)).toBeGreaterThan(sending.clock.now());
    expect(await bad.firstAttempt()).toMatchObject({ error, status });
    await eventually(async () => {
      sending.attemptAgain();
      expect((await other.deliveries()).map(({ result }) => result)).toEqual(Array(MESSAGES).fill("delivered"));
    });
    expect(new Set(good.requests.map(({ headers }) => headers["webhook-id"])).size).toBe(MESSAGES);
  });

  it.each<[what: string, open: () => Promise<Receiver>, status: number]>([
    ["answers 204", () => openReceiver(), 204],
    ["answers 200 with garbage", answering((response) => response.end(Buffer.from([0, 255, 1]))), 200],
    [
      "answers without end",
      answering((response) => {
        const write = (): unknown => response.destroyed || response.write("x".repeat(1_024), write);
        response.writeHead(200, { "Content-Type": "text/plain" });
        write();
      }),
      200,
    ],
  ])("%s has got the message", async (_, open, status) => {
    await using receiver = await open();
    await using sending = startSending(LONG);
    const webhook = await sending.webhook("ada", receiver);
    await webhook.messages(MESSAGES);
    await eventually(async () =>
      expect((await webhook.deliveries()).map(({ result }) => result)).toEqual(Array(MESSAGES).fill("delivered")),
    );
    expect(await webhook.firstAttempt()).toMatchObject({ error: null, status });
    expect(new Set(receiver.requests.map(({ headers }) => headers["webhook-id"])).size).toBe(MESSAGES);
  });

  it("answers a head and then a byte a second has got the message", async () => {
    await using receiver = await openRawReceiver((socket) => {
      socket.write(`${HEAD}Content-Length: 100\r\n\r\n`);
    });
    await using sending = startSending(SHORT);
    const webhook = await sending.webhook("ada", receiver);
    await webhook.messages(1);
    await eventually(async () => {
      sending.attemptAgain();
      expect((await webhook.deliveries())[0]!.result).toBe("delivered");
    });
  });

  it("answers 410 is sent nothing more", async () => {
    await using receiver = await answering((response) => response.writeHead(410).end())();
    await using sending = startSending(LONG);
    const webhook = await sending.webhook("ada", receiver);
    await webhook.messages(3);
    await eventually(async () => expect((await webhook.stored()).stopped).toBe("gone"));
    await webhook.messages(1);
    expect((await webhook.deliveries()).map(({ result }) => result)).toEqual(["failed", "failed", "failed"]);
    expect(receiver.requests).toHaveLength(1);
  });

  it("answers 429 with Retry-After is left alone for so long", async () => {
    let status = 429;
    await using receiver = await answering((response) => response.writeHead(status, { "Retry-After": "120" }).end())();
    await using sending = startSending(LONG);
    const webhook = await sending.webhook("ada", receiver);
    await webhook.messages(3);
    await eventually(async () => expect((await webhook.stored()).standing.failures).toBe(1));
    status = 200;
    sending.clock.advance(119_999);
    sending.sender.wake();
    expect(receiver.requests).toHaveLength(1);
    sending.clock.advance(1);
    sending.sender.wake();
    await eventually(async () =>
      expect((await webhook.deliveries()).map(({ result }) => result)).toEqual(Array(3).fill("delivered")),
    );
  });
});
