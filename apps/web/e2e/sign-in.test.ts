import { startFakeGitHub } from "@knote/testkit";
import { expect, it } from "vitest";
import { seriousViolations } from "./support/axe.ts";
import { signInLink } from "./support/sign-in.ts";
import { startDashboard } from "./support/start-dashboard.ts";

it("tells a visitor how to sign in, and accepts the link once", async () => {
  await using dashboard = await startDashboard();
  const link = await signInLink(dashboard.server);
  const visitor = await dashboard.visit({ signedIn: false });
  await visitor.page.goto("/notes?q=sleep");
  await visitor.page.getByText("npm run knote open").waitFor();
  expect(visitor.page.url()).toContain("/signin?return_to=%2Fnotes");
  expect(await seriousViolations(visitor.page)).toEqual([]);

  await visitor.page.goto(link);
  await visitor.page.getByRole("heading", { name: "What do you want to know?" }).waitFor();
  expect(visitor.page.url()).not.toContain("code");
  const storedText = await visitor.page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]));
  expect(storedText).not.toContain("eyJ");
  expect(storedText).not.toContain(new URL(link).searchParams.get("code"));

  const late = await dashboard.visit({ signedIn: false });
  await late.page.goto(link);
  await late.page.getByText("This link has already been used, or it has expired.").waitFor();
});

it("opens the page that a visitor wanted when they sign in by the link in another tab", async () => {
  await using dashboard = await startDashboard();
  const { page, context } = await dashboard.visit({ signedIn: false });
  await page.goto("/notes?q=sleep");
  await page.getByText("npm run knote open").waitFor();
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  const other = await context.newPage();
  await other.goto(await signInLink(dashboard.server));
  await other.getByRole("heading", { name: "What do you want to know?" }).waitFor();
  expect(page.url()).toContain("/signin");
  // Headless pages always have the focus.
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await page.getByRole("heading", { level: 1, name: "Notes" }).waitFor();
  expect(await page.getByLabel("Search notes").inputValue()).toBe("sleep");
});

it("sends no request that the server refuses to a visitor, on any page", async () => {
  await using dashboard = await startDashboard();
  const { page, watch, context } = await dashboard.visit({ signedIn: false });
  for (const path of ["/", "/notes", "/ask?q=naps", "/settings", "/notes/0195cf6a-7c00-7000-8000-000000000000"]) {
    await page.goto(path);
    await page.getByText("npm run knote open").waitFor();
  }
  for (const path of ["/signin", "/demo"]) {
    await page.goto(path);
    await page.locator("h1").first().waitFor();
  }
  expect(watch.problems).toEqual([]);
  // A cookie whose session has ended is removed.
  const [cookie] = (await (await dashboard.visit()).context.cookies()).filter(({ httpOnly }) => httpOnly);
  await context.addCookies([{ ...cookie!, value: "A".repeat(43) }]);
  await page.goto("/");
  await page.getByText("npm run knote open").waitFor();
  expect(await context.cookies()).toEqual([]);
  expect(watch.problems).toEqual([]);
});

it("signs out in every tab for good", async () => {
  await using dashboard = await startDashboard();
  const { page, context, goto } = await dashboard.visit();
  await goto("/notes");
  const other = await context.newPage();
  await other.goto("/");
  await other.getByRole("button", { name: /Owner/ }).click();
  await other.getByRole("menuitem", { name: "Sign out" }).click();
  for (const tab of [page, other]) await tab.getByText("npm run knote open").waitFor();
  await other.goto("/notes");
  await other.getByText("npm run knote open").waitFor();
});

it("signs in with GitHub and returns, and explains when the user did not consent", async () => {
  await using github = await startFakeGitHub();
  await using dashboard = await startDashboard({ env: github.env });
  const { page, watch } = await dashboard.visit({ signedIn: false });
  await page.goto("/notes?q=sleep");
  github.consents = false;
  const button = page.getByRole("link", { name: "Sign in with GitHub" });
  await button.click();
  await page.getByRole("alert").waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  github.consents = true;
  await page.goto("/notes?q=sleep");
  await button.click();
  await page.getByRole("heading", { level: 1, name: "Notes" }).waitFor();
  await page.getByRole("button", { name: /@ada-loewe/ }).waitFor();
  expect(await page.getByLabel("Search notes").inputValue()).toBe("sleep");
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]))).not.toMatch(
    /eyJ|gho_/,
  );
  // A visitor gets no token, and the redirect to GitHub is the only request to another host.
  const expectedProblems = [/401/, new RegExp(github.url)];
  expect(watch.problems.filter((problem) => !expectedProblems.some((one) => one.test(problem)))).toEqual([]);
});
