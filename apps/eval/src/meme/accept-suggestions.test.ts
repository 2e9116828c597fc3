import { expect, it } from "vitest";
import { createServiceClient } from "../service/service-client.ts";
import { startFakeService } from "../testing/fake-service.ts";
import { acceptSuggestions } from "./accept-suggestions.ts";

const SECRET = "a secret of the tests, of 32 bytes or more";
const TIME = "2026-11-23T00:00:00.000Z";

it("accepts what a note is proposed to rest on, and nothing else", async () => {
  const proposal = (source: string, target: string, relation: string) => ({
    key: `${source}~${target}`,
    source: { id: source, title: source },
    target: { id: target, title: target },
    relation,
    similarity: 0.5,
    confidence: null,
    by: "rule:cue",
    evidence: null,
    state: "open",
    made_at: TIME,
    decided_at: null,
  });
  const proposals = [
    proposal("a", "x", "depends_on"),
    proposal("a", "y", "relates_to"),
    proposal("b", "a", "depends_on"),
    proposal("b", "y", "derived_from"),
    proposal("b", "z", "derived_from"),
  ];
  await using service = await startFakeService((call, body) => {
    const [, id, relation] = /proposals\?note_id=(\w)&relation=(\w+)&/.exec(call) ?? [];
    const touching = proposals.filter((one) => one.relation === relation && one.key.includes(id!));
    if (id !== undefined) return { body: { proposals: touching, next: null } };
    const { decisions } = JSON.parse(body) as { decisions: { key: string; decision: string }[] };
    expect(new Set(decisions.map(({ decision }) => decision))).toEqual(new Set(["accept"]));
    const results = decisions.map(({ key }) => ({ key, status: key === "b~z" ? "conflict" : "linked" }));
    return { body: { results } };
  });
  const client = createServiceClient({ url: service.url, secret: SECRET });
  expect(await acceptSuggestions(client, "eval:ada", ["a", "b", "x"])).toEqual([
    { source: "a", target: "x" },
    { source: "b", target: "a" },
    { source: "b", target: "y" },
  ]);
  expect(service.calls.filter((call) => call.startsWith("POST"))).toHaveLength(2);
});
