import type { AppRouter } from "@knote/api";
import { createTRPCClient, httpBatchStreamLink } from "@trpc/client";
import { expect, it } from "vitest";
import { startApp } from "../testing/start-app.ts";

const QUERY = "Compare owls and mice";

it("answers with the default model on every transport when no capable query is left, and counts one", async () => {
  await using app = await startApp();
  const ada = await app.user("ada");
  await ada.note("Owls hunt mice");
  const whole = await ada.send("POST /api/ask", { json: { query: QUERY } });
  expect(whole.headers["x-model-fallback"]).toBe("sonnet-quota");
  const streamedAnswer = await ada.send("POST /api/ask", {
    json: { query: QUERY },
    headers: { Accept: "text/event-stream" },
  });
  expect(streamedAnswer.text).toContain('"model":"test-default"');
  // Over tRPC the head is sent before the model is chosen: there is no header left to report it.
  const client = createTRPCClient<AppRouter>({
    links: [httpBatchStreamLink({ url: `${app.url}/trpc`, headers: { Authorization: `Bearer ${ada.token}` } })],
  });
  const last: unknown[] = [];
  for await (const event of await client.recall.askStream.mutate({ query: QUERY })) last.splice(0, 1, event);
  expect(last).toMatchObject([{ event: "done", data: { model: "test-default" } }]);
  app.services.clock.advance(10 * 60_000);
  expect((await ada.send("GET /api/quota")).body).toMatchObject({ queries_used: 3, sonnet_queries_used: 0 });
  expect(app.logLines.join()).not.toContain("failed");
});
