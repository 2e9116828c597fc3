import { expect, it } from "vitest";
import { startDashboard, type Dashboard } from "./support/start-dashboard.ts";

async function writeNote(dashboard: Dashboard, title: string): Promise<void> {
  await dashboard.api("POST", "/api/workspace/notes", { title, content: "Because.", note_type: "insight" });
}

it("shares one stream between tabs, resumes it after a server restart, and misses nothing", async () => {
  await using dashboard = await startDashboard();
  const { page, context, goto } = await dashboard.visit();
  const streams: string[] = [];
  context.on("request", (request) => {
    if (request.url().includes("/api/activity/stream")) streams.push(request.url());
  });
  await goto("/");
  const other = await context.newPage();
  await other.goto("/");
  for (const tab of [page, other]) await tab.getByText("live", { exact: true }).waitFor();
  expect(streams).toHaveLength(1);

  await writeNote(dashboard, "Before the restart");
  for (const tab of [page, other])
    await tab
      .locator("#page")
      .getByRole("link", { name: /Before the restart/ })
      .waitFor();
  await dashboard.server.restart({ PORT: new URL(dashboard.server.url).port });
  // Written before the stream reconnects, so only its replay contains this note.
  await writeNote(dashboard, "While nobody listened");
  for (const tab of [page, other])
    await tab
      .locator("#page")
      .getByRole("link", { name: /While nobody listened/ })
      .waitFor();
  for (const tab of [page, other]) await tab.getByText("live", { exact: true }).waitFor();
  expect(streams.at(-1)).toMatch(/last_event_id=(?!none)/);
});

it("says that the server cannot be reached, and recovers when it can", async () => {
  await using dashboard = await startDashboard();
  await writeNote(dashboard, "Notes outlive connections");
  const { page, context, goto } = await dashboard.visit();
  await goto("/");
  // Hovering preloads the page's code, so that only the server is missing.
  await page.getByRole("link", { name: "Notes", exact: true }).hover();
  await context.route("**/trpc/**", (route) => route.abort("connectionrefused"));
  await context.route("**/health", (route) => route.abort("connectionrefused"));
  await page.keyboard.press("/");
  await page.keyboard.type("outlive");
  await page.getByText("Knote cannot be reached.").waitFor();
  await context.unrouteAll();
  await page.getByRole("button", { name: "Try now" }).click();
  await page.getByText("Knote cannot be reached.").waitFor({ state: "detached" });
  await page.getByRole("combobox", { name: "Search or ask" }).focus();
  await page.getByRole("option", { name: /Notes outlive connections/ }).waitFor();
});
