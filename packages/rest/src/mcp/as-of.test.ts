import { createMemoryStorage, testClock, testServices } from "@knote/testkit";
import { expect, it } from "vitest";
import { callTool, errorText } from "../testing/mcp-calls.ts";
import { startApp } from "../testing/start-app.ts";

const START = "2026-03-01T12:00:00.000Z";
const THEN = "2026-03-01T12:10:00.000Z";
const QUESTION = { query: "Who leads the team?" };

/** An app with a note that was reworded and one that was written after `THEN`. */
async function startPastApp() {
  const clock = testClock(START);
  const services = testServices({ clock, storage: createMemoryStorage({ clock }) });
  const app = await startApp({ services });
  const ada = await app.user("ada");
  const id = await ada.note("Seokjin leads the team");
  clock.set("2026-03-01T12:20:00.000Z");
  await ada.send(`PUT /api/workspace/notes/${id}`, { json: { title: "Jihoon leads the team" } });
  const later = await ada.note("Minseo leads the team on Fridays");
  return { app, ada, id, later };
}

it.each(["legacy", "modern"] as const)("answers from the notes of then alone (%s)", async (era) => {
  const { app, ada, id, later } = await startPastApp();
  await using _app = app;
  const { status, body } = await callTool(ada, "ask", { ...QUESTION, as_of: THEN }, era);
  expect(status).toBe(200);
  const { answer, sources } = body.result.structuredContent;
  expect(answer).toContain("Seokjin");
  expect(sources).toMatchObject([{ id, title: "Seokjin leads the team" }]);
  expect(JSON.stringify(body)).not.toMatch(/Jihoon|Minseo/);
  const present = await callTool(ada, "ask", QUESTION, era);
  expect(present.body.result.structuredContent.sources).toMatchObject([{ id: later }]);
  expect(JSON.stringify(present.body)).not.toContain("Seokjin");
});

it("counts such a question like any other, and refuses the future without counting", async () => {
  const { app, ada } = await startPastApp();
  await using _app = app;
  expect(errorText(await callTool(ada, "ask", { ...QUESTION, as_of: "9999-01-01" }))).toContain(
    "as_of must not be in the future.",
  );
  expect((await ada.send("GET /api/quota")).body.queries_used).toBe(0);
  await callTool(ada, "ask", { ...QUESTION, as_of: THEN });
  expect((await ada.send("GET /api/quota")).body.queries_used).toBe(1);
});
