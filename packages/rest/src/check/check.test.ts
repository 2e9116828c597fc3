import type { Storage } from "@knote/api";
import { freshUserId } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { onEveryEngine } from "../testing/on-every-engine.ts";
import { startApp } from "../testing/start-app.ts";

const CHECK = "POST /api/workspace/notes/check";
const DRAFT = {
  title: "Sleep does not consolidate memory",
  content:
    "Sleep matters. This depends on long naps in the afternoon. As I said: tea keeps me awake. See also the forgetting curve.",
};
const READS = [
  "keywords.search",
  "links.allRestLinks",
  "links.restLinks",
  "links.states",
  "links.versions",
  "looks.list",
  "notes.findByTitleKeys",
  "notes.getMany",
  "vectors.nearest",
  "vectors.similarities",
];

onEveryEngine((servicesOf) => {
  describe("a check", () => {
    it("finds the same on every engine, and only reads", async () => {
      const services = servicesOf();
      const calls = new Set<string>();
      await using app = await startApp({ services: { ...services, storage: recordCalls(services.storage, calls) } });
      const ada = await app.user(freshUserId());
      const titles = [
        "Sleep consolidates memory",
        "Long naps in the afternoon help",
        "Tea keeps me awake",
        "Forgetting curve",
      ];
      const ids: string[] = [];
      for (const title of [...titles, "Tea calms me"]) ids.push(await ada.note(title));
      const link = { source_id: ids[4], target_id: ids[2], relation: "supersedes" };
      expect((await ada.send("POST /api/workspace/links", { json: link })).status).toBe(201);
      const [events, quota] = [await ada.events(), (await ada.send("GET /api/quota")).text];
      calls.clear();
      const { status, body } = await ada.send(CHECK, { json: DRAFT });
      expect([...calls].filter((call) => !READS.includes(call) && !/^(?:sessions|users)\./.test(call))).toEqual([]);
      expect(status).toBe(200);
      const about = body.findings.map(({ rule, notes, offer }: any) => [
        rule,
        notes?.map(({ id, state }: any) => [ids.indexOf(id), state]),
        offer && [offer.relation, ids.indexOf(offer.target_id)],
      ]);
      expect(about).toEqual([
        ["says_otherwise", [[0, "active"]], undefined],
        ["rests_on_old", [[2, "superseded"]], ["relates_to", 4]],
        ["cue", [[1, "active"]], ["depends_on", 1]],
      ]);
      expect([await ada.events(), (await ada.send("GET /api/quota")).text]).toEqual([events, quota]);
    });
  });
});

/** A storage that records the names of the methods called. */
function recordCalls<T extends Storage>(storage: T, calls: Set<string>): T {
  const parts = Object.entries(storage).map(([port, part]) => [
    port,
    typeof part === "object" && part !== null ? watchMethods(port, part, calls) : part,
  ]);
  // Safe because every port is an object of methods that need no `this`.
  return Object.fromEntries(parts) as T;
}

function watchMethods(port: string, part: object, calls: Set<string>): object {
  return Object.fromEntries(
    Object.entries(part as Record<string, (...args: unknown[]) => unknown>).map(([name, method]) => [
      name,
      (...args: unknown[]) => {
        calls.add(`${port}.${name}`);
        return method(...args);
      },
    ]),
  );
}
