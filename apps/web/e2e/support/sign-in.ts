import { eventually, type ServerProcess } from "@knote/testkit";
import type { APIResponse, Browser, BrowserContext, BrowserContextOptions } from "playwright-core";

/** The browser state of a signed-in user. */
export type SignedIn = NonNullable<BrowserContextOptions["storageState"]>;

/** Returns the one-time link that the server printed. */
export async function signInLink(server: ServerProcess): Promise<string> {
  return await eventually(() => {
    const link = /^Sign in.*: (http\S+)$/m.exec(server.output())?.[1];
    if (!link) throw new Error(`No link was printed:\n${server.output()}`);
    return link;
  });
}

/** Signs in with the code of the link, as the page does; the test's other browsers share the session. */
export async function signIn(browser: Browser, server: ServerProcess): Promise<SignedIn> {
  const code = new URL(await signInLink(server)).searchParams.get("code");
  return await sessionOf(browser, server, ({ request }) =>
    request.post("/auth/local", { data: { code }, headers: { Origin: server.url } }),
  );
}

/** Signs in through the fake GitHub, where the user is already signed in. */
export async function signInAtGitHub(browser: Browser, server: ServerProcess): Promise<SignedIn> {
  const asBrowsersDo = { Accept: "text/html" };
  return await sessionOf(browser, server, ({ request }) => request.get("/auth/github", { headers: asBrowsersDo }));
}

async function sessionOf(
  browser: Browser,
  server: ServerProcess,
  ask: (context: BrowserContext) => Promise<APIResponse>,
): Promise<SignedIn> {
  await using context = await browser.newContext({ baseURL: server.url });
  const answer = await ask(context);
  if (!answer.ok()) throw new Error(`Signing in failed: ${answer.status()} ${await answer.text()}`);
  return await context.storageState();
}
