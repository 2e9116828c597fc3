import { type FakeGitHub, type ServerProcess, startFakeGitHub, startServerProcess } from "@knote/testkit";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { signInAtGitHub } from "./sign-in.ts";
import { type Dashboard, openDashboard, PATIENCE_MS, startBrowser } from "./start-dashboard.ts";

/** Shares one server and one browser between the tests of a file; returns a function that creates a new user. */
export function shareDashboard(): () => Promise<Dashboard> {
  const stack = new AsyncDisposableStack();
  let environment: { readonly github: FakeGitHub; readonly server: ServerProcess; readonly browser: Browser };
  let people = 0;
  beforeAll(async () => {
    const github = stack.use(await startFakeGitHub());
    const server = stack.use(await startServerProcess({ env: { ...github.env, DEFAULT_TIER: "agent" } }));
    environment = { github, server, browser: stack.use(await startBrowser()) };
  }, PATIENCE_MS);
  afterAll(() => stack.disposeAsync());
  return () => {
    const { github, server, browser } = environment;
    const id = ++people;
    return openDashboard({
      server,
      browser,
      userId: `github:${id}`,
      signIn() {
        github.person = { id, login: `person-${id}`, name: `Person ${id}` };
        return signInAtGitHub(browser, server);
      },
    });
  };
}
