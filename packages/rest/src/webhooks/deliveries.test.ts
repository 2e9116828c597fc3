import { type NewMessage, startSender } from "@knote/api";
import type { Delivery } from "@knote/contract";
import { refusal } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { onEveryStorage, START } from "../testing/on-every-storage.ts";
import type { TestApp } from "../testing/start-app.ts";

const BODY = { url: "https://example.com/hooks/knote", events: ["note.created", "note.updated"] };
const MINUTE_MS = 60_000;
/** The time so long after the start of each test. */
const after = (minutes: number, ms = 0) => new Date(START + minutes * MINUTE_MS + ms).toISOString();

/** A user with a webhook, messages and a sender over the app's services. */
async function setUp(app: TestApp) {
  const { storage, clock, outlet, newId } = app.services;
  const ada = await app.user("ada");
  const { id } = (await ada.send("POST /api/webhooks", { json: BODY })).body as { id: string };
  const send = (request: string, json?: object) =>
    ada.send(request.replace("…", `/api/webhooks/${id}`), json && { json });
  return {
    ada,
    id,
    send,
    /** Adds a message a minute after the one before; returns its id. */
    async message(event: NewMessage["event"] = "note.created"): Promise<string> {
      clock.advance(MINUTE_MS);
      const noteId = newId();
      const message: NewMessage = {
        id: `msg_${newId().replaceAll("-", "")}`,
        event,
        timestamp: new Date(clock.now()).toISOString(),
        noteIds: [noteId],
        data: JSON.stringify({ id: noteId, title: "Owls hunt at night", note_type: "fact" }),
        detail: "{}",
      };
      await storage.webhooks.add("ada", [message]);
      return message.id;
    },
    /** Sends what waits, once. */
    async attemptAll() {
      const report = { attempt() {}, stopped() {}, failed: (error: unknown) => expect.unreachable(String(error)) };
      const { transport } = outlet;
      const sender = startSender({
        storage,
        clock,
        transport,
        secretBox: outlet.secretBox!,
        atOnce: 4,
        random: () => 0.5,
        report,
      });
      // Not before the results are stored: a sender that stops makes no attempts for what it has leased.
      const isDue = ({ next_attempt_at }: Delivery) => Date.parse(next_attempt_at!) <= clock.now();
      const waiting = () => storage.webhooks.deliveries("ada", id, { result: "waiting" }, { limit: 100 });
      await expect.poll(async () => (await waiting()).deliveries.filter(isDue)).toEqual([]);
      await sender.stop(60_000);
    },
  };
}

onEveryStorage((startApp) => {
  describe("the log", () => {
    it("lists what waits and what has ended, newest first, with its times", async () => {
      await using app = await startApp();
      const { send, message, attemptAll } = await setUp(app);
      const [one, two] = [await message(), await message("note.updated")];
      app.services.outlet.transport.follow((attempt) => (attempt.message.id === two ? refusal(500) : {}));
      await attemptAll();
      const { status, body } = await send("GET …/deliveries");
      expect([status, body]).toEqual([
        200,
        {
          deliveries: [
            {
              id: two,
              event: "note.updated",
              timestamp: after(2),
              result: "waiting",
              attempts: 1,
              next_attempt_at: after(2, 5_000),
              ended_at: null,
            },
            {
              id: one,
              event: "note.created",
              timestamp: after(1),
              result: "delivered",
              attempts: 1,
              next_attempt_at: null,
              ended_at: after(2),
            },
          ],
        },
      ]);
      expect((await send("GET …")).body).toMatchObject({ waiting: 1, failing_since: after(2) });
    });

    it("is filtered by result, event and time, from a time on and until before one", async () => {
      await using app = await startApp();
      const { send, message } = await setUp(app);
      const [one, two, three] = [await message(), await message("note.updated"), await message()];
      const ids = async (query: string) =>
        (await send(`GET …/deliveries?${query}`)).body.deliveries.map((delivery: { id: string }) => delivery.id);
      expect(await ids("result=waiting")).toEqual([three, two, one]);
      expect(await ids("result=delivered")).toEqual([]);
      expect(await ids("event=note.updated")).toEqual([two]);
      expect(await ids(`since=${after(2)}`)).toEqual([three, two]);
      expect(await ids(`until=${after(2)}`)).toEqual([one]);
      const elsewhere = after(2 + 60).replace("Z", "%2B01:00");
      expect(await ids(`since=${elsewhere}&until=${after(2, 1)}`)).toEqual([two]);
    });

    it("is paged by Link, 50 without a limit", async () => {
      await using app = await startApp();
      const { send, message } = await setUp(app);
      const ids: string[] = [];
      for (let count = 0; count < 51; count++) ids.unshift(await message());
      const first = await send("GET …/deliveries");
      expect(first.body.deliveries.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 50));
      const next = /^<(.*)>; rel="next"$/.exec(first.headers["link"] ?? "")![1]!;
      const second = await send(`GET ${next}`);
      expect(second.body.deliveries.map(({ id }: { id: string }) => id)).toEqual(ids.slice(50));
      expect(second.headers["link"]).toBeUndefined();
      const page = await send("GET …/deliveries?limit=2&event=note.created");
      expect(page.headers["link"]).toMatch(/event=note.created&limit=2&cursor=/);
    });

    it.each([
      ["limit=0", "limit", "limit must be a whole number from 1 to 100."],
      ["limit=101", "limit", expect.any(String)],
      ["result=lost", "result", "result must be waiting, delivered or failed."],
      ["since=yesterday", "since", "since must be an ISO 8601 time."],
      ["until=2026-03-01T12:00", "until", "until must be an ISO 8601 time."],
      ["since=2026-03-02T00:00:00Z&until=2026-03-01T00:00:00Z", "since", "since must be before until."],
      ["since=2026-03-01T00:00:00Z&until=2026-03-01T00:00:00Z", "since", "since must be before until."],
      ["cursor=x", "cursor", "cursor must be taken from the Link header of an earlier page."],
    ])("refuses %s", async (query, path, message) => {
      await using app = await startApp();
      const { send } = await setUp(app);
      const { status, body } = await send(`GET …/deliveries?${query}`);
      expect([status, body.issues]).toEqual([422, [{ path, message }]]);
    });

    it("shows a delivery with its request, without signatures, and its attempts, newest first", async () => {
      await using app = await startApp();
      const { send, message, attemptAll } = await setUp(app);
      const id = await message();
      app.services.outlet.transport.follow(({ number }) => (number === 1 ? refusal(503) : {}));
      await attemptAll();
      app.services.clock.advance(5 * MINUTE_MS);
      await attemptAll();
      const { status, body } = await send(`GET …/deliveries/${id}`);
      expect(status).toBe(200);
      expect(body).toMatchObject({ id, result: "delivered", attempts: 2 });
      expect(body.request).toEqual({
        url: BODY.url,
        headers: {
          "Content-Type": "application/json",
          "User-Agent": "Knote-Webhooks/0.0.0-test",
          "webhook-id": id,
          "webhook-timestamp": String(Date.parse(body.log[0].at) / 1_000),
          "X-Knote-Event": "note.created",
          "X-Knote-Attempt": "2",
        },
        body: app.services.outlet.transport.attempts[0]!.message.unsignedBody,
      });
      expect(body.log.map(({ number, status: code }: { number: number; status: number }) => [number, code])).toEqual([
        [2, 204],
        [1, 503],
      ]);
      for (const unknown of ["msg_1", "x", "__proto__"])
        expect((await send(`GET …/deliveries/${unknown}`)).body).toEqual({ detail: "Delivery not found." });
    });
  });

  describe("sending again", () => {
    it("makes a delivery wait again, once it has ended", async () => {
      await using app = await startApp();
      const { send, message, attemptAll } = await setUp(app);
      const id = await message();
      const resend = () => send(`POST …/deliveries/${id}/resend`);
      const early = await resend();
      expect([early.status, early.body]).toEqual([409, { detail: "This delivery is still waiting." }]);
      await attemptAll();
      const { status, body } = await resend();
      expect([status, body]).toEqual([202, { resent: 1 }]);
      await attemptAll();
      const { log } = (await send(`GET …/deliveries/${id}`)).body;
      expect(log.map(({ by }: { by: string }) => by)).toEqual(["hand", "schedule"]);
      expect(new Set(app.services.outlet.transport.attempts.map(({ message: sentMessage }) => sentMessage.id))).toEqual(
        new Set([id]),
      );
      expect((await send("POST …/deliveries/msg_1/resend")).body).toEqual({ detail: "Delivery not found." });
    });

    it("takes what failed in a range, or all of it", async () => {
      await using app = await startApp();
      const { send, message, attemptAll } = await setUp(app);
      const [one] = [await message(), await message(), await message()];
      app.services.outlet.transport.follow((attempt) => (attempt.message.id === one ? refusal(410) : {}));
      // 410 stops the webhook: only the first one has failed by itself.
      await attemptAll();
      const range = { since: after(1), until: after(3) };
      const stoppedAnswer = await send("POST …/resend", range);
      expect([stoppedAnswer.status, stoppedAnswer.body]).toEqual([
        409,
        { detail: "This webhook is stopped; start it first." },
      ]);
      const one1 = await send(`POST …/deliveries/${one}/resend`);
      expect([one1.status, one1.body]).toEqual([409, { detail: "This webhook is stopped; start it first." }]);
      await send("PUT …", { active: true });
      app.services.outlet.transport.follow(() => ({}));
      const failedAnswer = await send("POST …/resend", range);
      expect([failedAnswer.status, failedAnswer.body]).toEqual([202, { resent: 2 }]);
      await attemptAll();
      expect((await send("POST …/resend", range)).body).toEqual({ resent: 0 });
      expect((await send("POST …/resend", { ...range, result: "all" })).body).toEqual({ resent: 2 });
    });

    it("of more than 10,000 is refused", async () => {
      await using app = await startApp();
      const { storage } = app.services;
      const services = {
        ...app.services,
        storage: { ...storage, webhooks: { ...storage.webhooks, resend: async () => "too-many" as const } },
      };
      await using other = await startApp({ services });
      const { send } = await setUp(other);
      const range = { since: after(1), until: after(3) };
      const { status, body } = await send("POST …/resend", range);
      expect([status, body]).toEqual([
        409,
        { detail: "More than 10,000 deliveries are in this range; choose a shorter one." },
      ]);
    });

    it.each<[fields: object, path: string, message: string]>([
      [{ since: undefined }, "since", "since must be an ISO 8601 time."],
      [{ since: "soon" }, "since", "since must be an ISO 8601 time."],
      [{ until: 5 }, "until", "until must be an ISO 8601 time."],
      [{ until: "2026-03-01T00:00:00Z" }, "since", "since must be before until."],
      [{ result: "waiting" }, "result", "result must be failed or all."],
    ])("refuses %j", async (fields, path, message) => {
      await using app = await startApp();
      const { send } = await setUp(app);
      const range = { since: after(1), until: after(3) };
      const { status, body } = await send("POST …/resend", { ...range, ...fields });
      expect([status, body.issues]).toEqual([422, [{ path, message }]]);
    });
  });
});
