import { type Link, NO_LIMIT } from "@knote/contract";
import { aNoteBody, type Api, eventually, freshUserId, type OpenEvents, withCluster } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { shareCluster } from "../testing/cluster/share-cluster.ts";

const NOTES = "/api/workspace/notes";
const LINKS = "/api/workspace/links";
const patiently = { deadlineMs: 60_000 };

withCluster((urls) => {
  const cluster = shareCluster(urls, 3);
  const { apisOf, listen } = cluster;
  const at = <T>(list: readonly T[], index: number): T => list[index % list.length]!;

  describe("three processes", () => {
    it("tell subscribers of all what any of them does, once each and in one order", async () => {
      const userId = freshUserId();
      const apis = await apisOf(userId);
      const streams = await Promise.all(cluster.running.servers.map((_, index) => listen(userId, index)));
      const titles = Array.from({ length: 30 }, (_, index) => `Event ${index}`);
      await Promise.all(titles.map((title, index) => at(apis, index)("POST", NOTES, aNoteBody(title))));
      const eventLists = await Promise.all(streams.map((stream) => eventsOf(stream, titles.length)));
      expect(eventLists[0]!.map(({ data }) => data.data.title).toSorted()).toEqual(titles.toSorted());
      expect(new Set(eventLists[0]!.map(({ id }) => id)).size).toBe(titles.length);
      expect([eventLists[1], eventLists[2]]).toEqual([eventLists[0], eventLists[0]]);

      // Reconnect to another process with the id of the last event seen.
      streams[0]![Symbol.dispose]();
      using again = await listen(userId, 1, eventLists[0]![9]!.id);
      expect(await eventsOf(again, 20)).toEqual(eventLists[0]!.slice(10));
      for (const stream of streams) stream[Symbol.dispose]();
    });

    it("answer exactly 10 of 60 parallel questions on a quota with 10 left", async () => {
      const userId = freshUserId();
      const apis = await apisOf(userId);
      const { body: quota } = await apis[0]!("GET", "/api/quota");
      await useUp(userId, quota.queries_limit - 10);
      const questions = Array.from({ length: 60 }, (_, index) =>
        at(apis, index)("POST", "/api/ask", { query: `What is known of ${index}?` }),
      );
      const statuses = (await Promise.all(questions)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(10);
      expect(statuses.filter((status) => status === 429)).toHaveLength(50);
    });

    it("do the work of one idempotency key once, and give everyone the same answer", async () => {
      const userId = freshUserId();
      const apis = await apisOf(userId);
      const headers = { "Idempotency-Key": "the-key-of-all-three" };
      const create = (index: number) => untilDone(at(apis, index), aNoteBody("Made once"), headers);
      const answers = await Promise.all(Array.from({ length: 9 }, (_, index) => create(index)));
      const [first] = answers;
      expect(first!.status).toBe(201);
      for (const { status, body } of answers) expect({ status, body }).toEqual({ status: 201, body: first!.body });
      const firstAnswers = answers.filter(
        ({ headers: responseHeaders }) => !responseHeaders.has("idempotency-replayed"),
      );
      expect(firstAnswers).toHaveLength(1);
      for (const api of apis) {
        expect((await api("GET", "/api/graph/notes")).body.notes).toHaveLength(1);
        const other = await api("POST", NOTES, aNoteBody("Another"), headers);
        expect(other).toMatchObject({
          status: 409,
          body: { detail: "This Idempotency-Key was used with another body." },
        });
      }
      expect((await apis[0]!("GET", "/api/activity")).body.events).toHaveLength(1);
    });

    it("leave no cycle of supersessions that two of them close together", async () => {
      const [one, two] = await apisOf(freshUserId());
      for (let round = 0; round < 5; round++) {
        const source_id = await note(one!, `Older ${round}`);
        const target_id = await note(two!, `Newer ${round}`);
        const link = { source_id, target_id, relation: "supersedes" };
        const back = { ...link, source_id: target_id, target_id: source_id };
        const answers = await Promise.all([one!("POST", LINKS, link), two!("POST", LINKS, back)]);
        const statuses = answers.map(({ status }) => status).toSorted();
        expect([
          [201, 409],
          [409, 409],
        ]).toContainEqual(statuses);
        const { links } = (await one!("GET", "/api/graph/links")).body as { links: Link[] };
        const newLinks = links.filter((storedLink) => [source_id, target_id].includes(storedLink.source_id));
        expect(newLinks).toHaveLength(statuses.filter((status) => status === 201).length);
      }
    });
  });

  async function useUp(userId: string, queries: number): Promise<void> {
    const storage = await cluster.running.installation.open();
    const now = Date.now();
    const limits = { queries: NO_LIMIT, capableQueries: NO_LIMIT };
    const month = new Date(now).toISOString().slice(0, 7);
    for (let index = 0; index < queries; index++) {
      const query = { id: `used ${index}`, month, capable: false, limits };
      await storage.quota.reserve(userId, { ...query, now, leaseUntil: now + 300_000 });
    }
    await storage.close();
  }
});

/** Waits for `count` events after the greeting. */
async function eventsOf(stream: OpenEvents, count: number) {
  return await eventually(() => {
    const events = stream.messages.filter(({ event }) => event !== "ping").slice(1);
    expect(events).toHaveLength(count);
    return events;
  }, patiently);
}

async function note(api: Api, title: string): Promise<string> {
  return (await api("POST", NOTES, aNoteBody(title))).body.id as string;
}

/** Repeats the request while another process is still working on it. */
async function untilDone(api: Api, body: object, headers: Record<string, string>) {
  return await eventually(async () => {
    const answer = await api("POST", NOTES, body, headers);
    if (answer.status === 409) throw new Error(JSON.stringify(answer.body));
    return answer;
  }, patiently);
}
