import { apiOf, eventually } from "@knote/testkit";
import { expect, it } from "vitest";
import { seriousViolations } from "./support/axe.ts";
import { startDashboard } from "./support/start-dashboard.ts";

/** Nothing listens on this address, so notes wait to be indexed. */
const NOBODY = "http://127.0.0.1:1/v1";
const WAITING = "1 of your notes is still being indexed";

it("says on Home, Ask, Tend and Activity how many of the user's notes are not indexed yet", async () => {
  await using dashboard = await startDashboard({ env: { OPENAI_BASE_URL: NOBODY, EMBEDDING_MODEL: "some-model" } });
  const write = async (api: typeof dashboard.api, title: string): Promise<string> =>
    (await api("POST", "/api/workspace/notes", { title, content: "Because.", note_type: "fact" })).body.id;
  const stranger = await apiOf(dashboard.server, "local:stranger");
  await write(stranger, "Nobody else's business");
  const { page, goto } = await dashboard.visit();
  await goto("/");
  const notice = page.getByText("still being indexed");
  await eventually(async () => expect((await dashboard.api("GET", "/health")).body.pending).toBeGreaterThan(0));
  expect(await notice.count()).toBe(0);

  const id = await write(dashboard.api, "Naps help");
  await page.getByText(WAITING).waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await goto("/ask");
  await page.getByText(WAITING).waitFor();
  await goto("/activity");
  await page.getByText("1 note to go").waitFor();
  await goto("/tend");
  await page.getByText(WAITING).waitFor();
  await dashboard.api("DELETE", `/api/workspace/notes/${id}`);
  await notice.waitFor({ state: "detached" });
});
