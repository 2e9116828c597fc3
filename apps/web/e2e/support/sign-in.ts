import { eventually, type ServerProcess } from "@knote/testkit";
import type { Browser, BrowserContextOptions } from "playwright-core";

/** What a browser keeps of being signed in. */
export type SignedIn = NonNullable<BrowserContextOptions["storageState"]>;

/** The one-time link that the server printed. */
export async function signInLink(server: ServerProcess): Promise<string> {
  return await eventually(() => {
    const link = /^Sign in.*: (http\S+)$/m.exec(server.output())?.[1];
    if (!link) throw new Error(`No link was printed:\n${server.output()}`);
    return link;
  });
}

/** Follows the link as a person does; other browsers of the test get the same session. */
export async function signIn(browser: Browser, server: ServerProcess): Promise<SignedIn> {
  await using context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  await page.goto(await signInLink(server));
  await page.getByRole("navigation", { name: "Pages" }).first().waitFor();
  return await context.storageState();
}
