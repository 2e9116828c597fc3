import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { seriousViolations } from "./support/axe.ts";
import { shareDashboard } from "./support/share-dashboard.ts";

const newcomer = shareDashboard();

/** Holds back the code of a page until `release`; `whenRequested` resolves once the browser requests it. */
async function holdBack(page: Page, chunk: RegExp): Promise<{ whenRequested: Promise<void>; release: () => void }> {
  const requestSeen = Promise.withResolvers<void>();
  const releaseSignal = Promise.withResolvers<void>();
  await page.route(chunk, async (route) => {
    requestSeen.resolve();
    await releaseSignal.promise;
    await route.continue();
  });
  return { whenRequested: requestSeen.promise, release: releaseSignal.resolve };
}

const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset["theme"]);

it("opens the palette at the first press, and loses no key", async () => {
  await using dashboard = await newcomer();
  const { page, watch, goto } = await dashboard.visit({ colorScheme: "light" });
  // If the palette were loaded lazily, its code would never arrive in this test.
  await page.route(/\/assets\/palette/, () => undefined);
  await goto("/");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("things to check");
  expect(await page.getByRole("combobox", { name: "Command or note" }).inputValue()).toBe("things to check");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.keyboard.press("Control+k");
  await page.keyboard.type("settings");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
  expect(await themeOf(page)).toBe("light");
  expect(watch.problems).toEqual([]);
});

it("keeps keys typed before the page of a new note has loaded", async () => {
  await using dashboard = await newcomer();
  const { page, watch, goto } = await dashboard.visit({ colorScheme: "light" });
  await goto("/");
  const late = await holdBack(page, /\/assets\/new-note-page/);
  await page.keyboard.press("+");
  await page.keyboard.type("things to checkk");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Tab");
  await page.keyboard.type("get settings, then talk");
  await page.keyboard.press("Enter");
  await late.whenRequested;
  expect(new URL(page.url()).pathname).not.toBe("/settings");
  late.release();
  await page.getByLabel("Claim").waitFor();
  await page.keyboard.type("and more");
  expect(await page.getByLabel("Claim").inputValue()).toBe("things to check");
  expect(await page.getByLabel("Explanation").inputValue()).toBe("get settings, then talk\nand more");
  expect([new URL(page.url()).pathname, await themeOf(page)]).toEqual(["/notes/new", "light"]);
  expect(watch.problems).toEqual([]);
});

it("keeps keys typed after starting a note in the bar, and after Edit", async () => {
  await using dashboard = await newcomer();
  const { page, watch, goto } = await dashboard.visit();
  await goto("/");
  const late = await holdBack(page, /\/assets\/(new-note|edit-note)-page/);
  await page.keyboard.press("/");
  await page.keyboard.type("+Naps help");
  await page.keyboard.press("Enter");
  await page.keyboard.type("get settings");
  late.release();
  await expect.poll(() => page.getByLabel("Explanation").inputValue()).toBe("get settings");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("heading", { level: 1, name: "Naps help" }).waitFor();
  await page.keyboard.press("e");
  await page.keyboard.type("zest ");
  await expect.poll(() => page.getByLabel("Explanation").inputValue()).toBe("zest get settings");
  expect(watch.problems).toEqual([]);
});

it("runs no single-key shortcuts while a note is being written, wherever the focus is", async () => {
  await using dashboard = await newcomer();
  const { page, watch, goto } = await dashboard.visit({ colorScheme: "light" });
  await goto("/notes/new");
  await page.keyboard.type("Naps help");
  await page.getByRole("button", { name: "Close" }).focus();
  await page.keyboard.type("gst?");
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.type("gst?");
  expect(await page.getByRole("dialog").count()).toBe(0);
  expect([new URL(page.url()).pathname, await themeOf(page)]).toEqual(["/notes/new", "light"]);
  expect(await page.getByLabel("Claim").inputValue()).toBe("Naps help");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("home");
  await page.keyboard.press("Enter");
  await page.getByLabel("Claim").waitFor({ state: "detached" });
  await page.keyboard.press("t");
  await expect.poll(() => themeOf(page)).toBe("dark");
  expect(watch.problems).toEqual([]);
});

it("turns single-key shortcuts off and on in every tab, and hides their hints", async () => {
  await using dashboard = await newcomer();
  const { page, context, watch, goto } = await dashboard.visit({ colorScheme: "light" });
  await goto("/settings");
  const other = await context.newPage();
  await other.goto("/settings");
  const choice = (tab: Page) => tab.getByRole("checkbox", { name: /Single-key shortcuts/ });
  await choice(other).waitFor();
  const hint = (tab: Page) => tab.getByRole("banner").locator("kbd", { hasText: "/" });
  expect(await hint(page).isVisible()).toBe(true);
  await choice(page).uncheck();
  await expect.poll(() => choice(other).isChecked()).toBe(false);
  for (const tab of [page, other]) {
    await expect.poll(() => hint(tab).isVisible()).toBe(false);
    await tab.getByRole("heading", { name: "Settings" }).click();
    await tab.keyboard.type("t?gn+");
    expect([new URL(tab.url()).pathname, await themeOf(tab)]).toEqual(["/settings", "light"]);
  }
  await page.reload();
  await choice(page).waitFor();
  expect(await choice(page).isChecked()).toBe(false);
  await page.getByRole("button", { name: "Show the shortcuts" }).click();
  const help = page.getByRole("dialog", { name: "Shortcuts" });
  await help.getByText("Command palette").waitFor();
  expect(await help.getByText("Light or dark").count()).toBe(0);
  expect(await seriousViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("home");
  await page.keyboard.press("Escape");
  await choice(page).check();
  await page.keyboard.press("t");
  await expect.poll(() => themeOf(page)).toBe("dark");
  expect(watch.problems).toEqual([]);
});
