import { expect, it } from "vitest";
import { seriousViolations } from "./support/axe.ts";
import { startDashboard } from "./support/start-dashboard.ts";

it("shows a graph and answers questions about it without signing in", async () => {
  await using dashboard = await startDashboard();
  for (const options of [
    { signedIn: false },
    { signedIn: false, colorScheme: "dark", viewport: { width: 390, height: 780 } },
  ] as const) {
    const { page, watch, goto } = await dashboard.visit(options);
    await goto("/demo");
    await page.getByRole("heading", { name: /^All \d+ notes$/ }).waitFor();
    await page.getByRole("button", { name: "What helps me remember what I learn?" }).click();
    const answer = page.getByRole("region", { name: "Answer" });
    await answer
      .getByRole("button", { name: /^Source 1: / })
      .first()
      .click();
    const note = page.getByRole("dialog", { name: "Note" });
    await note.getByRole("heading", { level: 3 }).waitFor();
    expect(page.url()).toMatch(/\/demo\?q=.*&note=/);
    expect(await seriousViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await note.waitFor({ state: "detached" });
    expect(await seriousViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    await page.getByRole("link", { name: "Start your own" }).click();
    await page.getByText("npm run knote open").waitFor();
    expect(watch.problems).toEqual([]);
  }
});

it("explains that an address has asked too many questions in a minute", async () => {
  await using dashboard = await startDashboard();
  const requests = Array.from({ length: 30 }, () => fetch(`${dashboard.server.url}/api/demo/ask`));
  await Promise.all(requests);
  const { page, goto } = await dashboard.visit({ signedIn: false });
  await goto("/demo");
  await page.getByRole("button", { name: "How does coffee change sleep?" }).click();
  await page.getByText("That was a lot of questions for one minute.").waitFor();
  await page.getByRole("heading", { name: /^All \d+ notes$/ }).waitFor();
});
