import { expect, it } from "vitest";
import { createServiceClient } from "../service/service-client.ts";
import { startFakeService } from "../testing/fake-service.ts";
import { acceptSuggestions } from "./accept-suggestions.ts";

const SECRET = "a secret of the tests, of 32 bytes or more";
const TIME = "2026-11-23T00:00:00.000Z";

it("links what a note is suggested to rest on, and nothing else", async () => {
  const suggestion = (target: string, relation: string) => ({
    target_id: target,
    target_title: target,
    relation,
    similarity: 0.5,
  });
  const suggestionsOf: Record<string, object[]> = {
    a: [suggestion("x", "depends_on"), suggestion("y", "relates_to"), suggestion("z", "supersedes")],
    b: [suggestion("y", "derived_from")],
  };
  await using service = await startFakeService((call, body) => {
    const id = /notes\/(\w)\/suggestions\?rules=true/.exec(call)?.[1];
    return { body: id ? { suggestions: suggestionsOf[id] } : { ...JSON.parse(body), created_at: TIME } };
  });
  const client = createServiceClient({ url: service.url, secret: SECRET });
  expect(await acceptSuggestions(client, "eval:ada", ["a", "b"])).toEqual([
    { source: "a", target: "x" },
    { source: "b", target: "y" },
  ]);
  expect(service.calls.filter((call) => call.startsWith("POST"))).toHaveLength(2);
});
