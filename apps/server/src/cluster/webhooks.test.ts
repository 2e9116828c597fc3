import { setTier } from "@knote/api";
import {
  aNoteBody,
  type Api,
  eventually,
  freshUserId,
  openReceiver,
  type ReceivedRequest,
  withCluster,
} from "@knote/testkit";
import type { ServerResponse } from "node:http";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { shareCluster } from "../testing/cluster/share-cluster.ts";

const NOTES = "/api/workspace/notes";
const patiently = { deadlineMs: 100_000 };

withCluster((urls) => {
  const cluster = shareCluster(urls, 2, async () => ({ WEBHOOK_ALLOW: "localhost", DEFAULT_TIER: "agent" }));

  /** Registers a webhook of a new user at the first process, and waits until the second one knows it. */
  async function givenWebhook(url: string, fields: object = {}) {
    const userId = freshUserId();
    const [one, two] = (await cluster.apisOf(userId)) as [Api, Api];
    const { status, body } = await one("POST", "/api/webhooks", { url, events: ["note.created"], ...fields });
    expect(status).toBe(201);
    return { userId, one, two, id: body.id as string, secret: body.secret as string };
  }

  /** Creates notes at the second process until one of them is told of. Returns the ids of all. */
  async function untilKnown(two: Api, requests: readonly ReceivedRequest[]): Promise<string[]> {
    const ids: string[] = [];
    await eventually(async () => {
      ids.push(await note(two, `Known ${ids.length}`));
      await eventually(() => expect(notesOf(requests)).toContain(ids.at(-1)), { deadlineMs: 2_000 });
    }, patiently);
    return ids;
  }

  describe("two processes with one account", () => {
    it("send what either of them writes once, under its id, and keep one log", async () => {
      await using receiver = await openReceiver();
      const { one, two, id, secret } = await givenWebhook(receiver.url);
      const before = new Set(await untilKnown(two, receiver.requests));
      const ids = await Promise.all(
        Array.from({ length: 40 }, (_, index) => note(index % 2 === 0 ? one : two, `Owl ${index}`)),
      );
      const newRequests = () => receiver.requests.filter(({ body }) => !before.has(body.data.id));
      await eventually(() => expect(new Set(notesOf(newRequests())).size).toBe(ids.length), patiently);
      const log = async (api: Api) => (await api("GET", `/api/webhooks/${id}/deliveries?limit=100`)).body.deliveries;
      await eventually(async () => {
        for (const api of [one, two]) expect((await api("GET", `/api/webhooks/${id}`)).body.waiting).toBe(0);
      }, patiently);
      expect(notesOf(newRequests()).toSorted()).toEqual(ids.toSorted());
      const messageIds = newRequests().map(({ headers }) => headers["webhook-id"]);
      expect(new Set(messageIds).size).toBe(ids.length);
      const [ofOne, ofTwo] = [await log(one), await log(two)];
      expect(ofTwo).toEqual(ofOne);
      expect(new Set(ofOne.map((delivery: { result: string }) => delivery.result))).toEqual(new Set(["delivered"]));
      for (const messageId of messageIds)
        expect(ofOne.filter((delivery: { id: string }) => delivery.id === messageId)).toMatchObject([{ attempts: 1 }]);
      const verifier = new StandardWebhook(secret);
      for (const { raw, headers } of newRequests()) verifier.verify(raw, headers as Record<string, string>);
    });

    it("begin first attempts in the order of the writes, four of one webhook at a time between them", async () => {
      let answer = (response: ServerResponse) => void response.writeHead(204).end();
      await using receiver = await openReceiver((_, response) => answer(response));
      const { one, two, id } = await givenWebhook(receiver.url);
      await untilKnown(two, receiver.requests);
      // Everything waits, and nothing is under way.
      answer = (response) => void response.writeHead(503, { "Retry-After": "3600" }).end();
      await note(one, "Refused");
      const webhook = async () => (await one("GET", `/api/webhooks/${id}`)).body;
      await eventually(async () => expect((await webhook()).failing_since).not.toBeNull(), patiently);
      const ids: string[] = [];
      const before = (await webhook()).waiting as number;
      for (let index = 0; index < 12; index++) {
        ids.push(await note(index % 2 === 0 ? one : two, `Owl ${index}`));
        // Handed on before the next one is written.
        await eventually(async () => expect((await webhook()).waiting).toBe(before + ids.length), patiently);
      }
      const open: ServerResponse[] = [];
      answer = (response) => void open.push(response);
      const [first, isNew] = [receiver.requests.length, (noteId: string) => ids.includes(noteId)];
      const arrivals = () => notesOf(receiver.requests.slice(first)).filter(isNew);
      for (const active of [false, true]) await two("PUT", `/api/webhooks/${id}`, { active });
      for (let answerCount = 0, seenCount = 0; answerCount < ids.length; answerCount++) {
        const most = Math.min(answerCount + Math.min(answerCount + 1, 4), ids.length);
        await eventually(() => expect(arrivals()).toHaveLength(most), patiently);
        // Those that begin together can arrive in any order.
        expect(arrivals().slice(seenCount).toSorted()).toEqual(ids.slice(seenCount, most).toSorted());
        seenCount = most;
        open.shift()!.writeHead(204).end();
      }
      await eventually(async () => expect((await webhook()).waiting).toBe(before), patiently);
      expect(arrivals()).toHaveLength(ids.length);
    });

    it("both stop a webhook that its owner stops at one, and send what waits when it is started at the other", async () => {
      const open: ServerResponse[] = [];
      await using receiver = await openReceiver((_, response) => void open.push(response));
      const { one, two, id } = await givenWebhook(receiver.url);
      const ids = [await note(one, "Sent"), await note(one, "Waits")];
      await eventually(async () => {
        expect(receiver.requests).toHaveLength(1);
        expect((await two("GET", `/api/webhooks/${id}`)).body.waiting).toBe(2);
      }, patiently);
      await two("PUT", `/api/webhooks/${id}`, { active: false });
      const stoppedView = { active: false, stopped_because: "owner" };
      for (const api of [one, two]) expect((await api("GET", `/api/webhooks/${id}`)).body).toMatchObject(stoppedView);
      open.shift()!.writeHead(204).end();
      await eventually(async () => expect((await two("GET", `/api/webhooks/${id}`)).body.waiting).toBe(1), patiently);
      await note(one, "Told to nobody");
      await note(two, "Told to nobody, either");
      // Another webhook gets what is written later: both processes have looked meanwhile.
      await using other = await openReceiver();
      const witness = await givenWebhook(other.url);
      await untilKnown(witness.two, other.requests);
      expect(notesOf(receiver.requests)).toEqual(ids.slice(0, 1));
      await one("PUT", `/api/webhooks/${id}`, { active: true });
      await eventually(() => expect(notesOf(receiver.requests)).toEqual(ids), patiently);
      open.shift()!.writeHead(204).end();
      await eventually(async () => expect((await two("GET", `/api/webhooks/${id}`)).body.waiting).toBe(0), patiently);
      expect(receiver.requests).toHaveLength(2);
    });

    it("both see that a receiver is gone, and what it made of the deliveries", async () => {
      await using receiver = await openReceiver((_, response) => void response.writeHead(410).end());
      const { userId, one, two, id } = await givenWebhook(receiver.url);
      using events = await cluster.listen(userId, 1);
      await note(one, "Nobody is there");
      for (const api of [one, two])
        await eventually(async () => {
          const { body } = await api("GET", `/api/webhooks/${id}`);
          expect(body).toMatchObject({ active: false, stopped_because: "gone", waiting: 0 });
        }, patiently);
      await eventually(() => expect(events.messages.map(({ event }) => event)).toContain("webhook_stopped"), patiently);
      const { deliveries } = (await two("GET", `/api/webhooks/${id}/deliveries`)).body;
      expect(deliveries).toMatchObject([{ result: "failed", attempts: 1 }]);
      await two("PUT", `/api/webhooks/${id}`, { active: true });
      expect((await two("POST", `/api/webhooks/${id}/deliveries/${deliveries[0].id}/resend`)).body).toEqual({
        resent: 1,
      });
      await eventually(() => expect(receiver.requests).toHaveLength(2), patiently);
      const [first, second] = receiver.requests;
      expect(second!.headers["webhook-id"]).toBe(first!.headers["webhook-id"]);
      expect(second!.raw.equals(first!.raw)).toBe(true);
    });

    it("both stop the newest webhooks when the tier allows fewer", async () => {
      await using receiver = await openReceiver();
      const { userId, one, two, id } = await givenWebhook(receiver.url);
      for (let count = 0; count < 3; count++)
        await two("POST", "/api/webhooks", { url: receiver.url, events: ["note.created"] });
      const storage = await cluster.running.installation.open();
      expect(await setTier({ storage, clock: { now: Date.now } }, userId, "free")).toBe(1);
      await storage.close();
      for (const api of [one, two]) {
        const { webhooks } = (await api("GET", "/api/webhooks")).body;
        expect(webhooks.map((webhook: { stopped_because: string }) => webhook.stopped_because)).toEqual([
          null,
          null,
          null,
          "tier",
        ]);
        expect(webhooks[0].id).toBe(id);
      }
      const noteId = await note(one, "Three are told");
      await eventually(() => expect(notesOf(receiver.requests)).toEqual([noteId, noteId, noteId]), patiently);
    });

    it("sign with a secret that was changed at the other, and open what the other sealed", async () => {
      await using receiver = await openReceiver();
      const { one, two, id, secret } = await givenWebhook(receiver.url);
      const rotation = await two("POST", `/api/webhooks/${id}/rotate`, { overlap_hours: 1 });
      await note(one, "Signed twice");
      await eventually(() => expect(receiver.requests).toHaveLength(1), patiently);
      const [{ raw, headers }] = receiver.requests as [ReceivedRequest];
      for (const secretText of [secret, rotation.body.secret as string])
        new StandardWebhook(secretText).verify(raw, headers as Record<string, string>);
      for (const [index, api] of [one, two].entries()) {
        expect((await api("POST", `/api/webhooks/${id}/test`, {})).body).toMatchObject({ status: 204, by: "test" });
        const { raw: testBody, headers: testHeaders } = receiver.requests[index + 1]!;
        new StandardWebhook(rotation.body.secret).verify(testBody, testHeaders as Record<string, string>);
      }
    });
  });
});

/** The ids of the notes that requests tell of. */
function notesOf(requests: readonly ReceivedRequest[]): string[] {
  return requests.map(({ body }) => body.data.id as string);
}

async function note(api: Api, title: string): Promise<string> {
  const { status, body } = await api("POST", NOTES, aNoteBody(title));
  expect(status).toBe(201);
  return body.id as string;
}
