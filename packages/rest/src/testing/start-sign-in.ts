import {
  type Browser,
  type CreateTestApp,
  createBrowser,
  startTestServer,
  testIsAllowed,
  testServices,
  testSignIn,
  type FakeGitHub,
} from "@knote/testkit";
import { providerCallback } from "../auth/sign-in-paths.ts";
import { createHttpApp } from "../create-http-app.ts";
import type { HttpAppOptions } from "../options.ts";
import { type Answer, send, type SendOptions } from "./send.ts";

const fakeServices = () => testServices();

interface SignInApp extends AsyncDisposable {
  readonly url: string;
  readonly services: ReturnType<typeof fakeServices>;
  readonly logLines: readonly string[];
  /** Returns a browser that sends like the pages of this service, unless the test says otherwise. */
  browser(userAgent?: string): Browser;
  /** Returns a signed-in browser: by a code, or as the person signed in at the fake GitHub. */
  signedIn(userAgent?: string): Promise<Browser>;
  /** Returns a one-time code. */
  code(): Promise<string>;
  /** Returns an access token that no session minted. */
  readonly token: Awaited<ReturnType<typeof startTestServer>>["token"];
  /** Sends exactly what is given. */
  send(request: string, sendOptions?: SendOptions): Promise<Answer>;
}

interface Options extends Omit<Partial<HttpAppOptions>, "services"> {
  /** Services of another process. */
  readonly services?: ReturnType<typeof fakeServices>;
  readonly github?: FakeGitHub;
  readonly allowedUsers?: readonly string[];
}

/** Starts the app with sign-in: at the fake GitHub if there is one, else by codes. */
export async function startSignIn({ github, allowedUsers, ...options }: Options = {}): Promise<SignInApp> {
  const services = options.services ?? fakeServices();
  let signIn: ReturnType<typeof testSignIn> | undefined;
  const createApp: CreateTestApp = (parts) => {
    const publicUrl = options.publicUrl ?? parts.publicUrl;
    signIn = testSignIn({ services, callbackUrl: providerCallback(publicUrl), github, allowedUsers });
    return createHttpApp({ ...parts, signIn, ...options });
  };
  const server = await startTestServer(services, createApp, testIsAllowed({ github, allowedUsers }));
  const browser = (userAgent?: string) => createBrowser(server.url, userAgent);
  const code = async () => {
    if (signIn?.mode !== "local") throw new Error("This app takes no codes.");
    return signIn.codes.issue();
  };
  return {
    url: server.url,
    services,
    logLines: server.logLines,
    browser,
    code,
    async signedIn(userAgent) {
      const own = browser(userAgent);
      if (github) await own.visit("/auth/github");
      else await own.send("POST /auth/local", { json: { code: await code() } });
      if (own.cookies.size === 0) throw new Error("The browser was not signed in.");
      return own;
    },
    token: server.token,
    send: (request, sendOptions) => send(server.url, request, sendOptions),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
