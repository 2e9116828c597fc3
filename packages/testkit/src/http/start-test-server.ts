import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { Services } from "@knote/api";
import {
  createAuthenticator,
  createPersonalTokens,
  createTokenVerifier,
  mintToken,
  type Authenticator,
  type IsAllowed,
  type StoredTokens,
} from "@knote/auth";
import { TEST_SECRET, type TokenClaims } from "./test-token.ts";

/** What an HTTP app of the service needs. */
export interface TestAppDeps {
  readonly services: Services;
  readonly authenticate: Authenticator;
  readonly tokens: StoredTokens;
  readonly log: Readonly<Record<"info" | "warn" | "error", (fields: object, message: string) => void>>;
  readonly publicUrl: string;
}

/** `createHttpApp` of @knote/rest, passed by the test: the testkit cannot import a package that it tests. */
export type CreateTestApp = (parts: TestAppDeps) => { readonly app: RequestListener; close(): Promise<void> };

export interface TestServer extends AsyncDisposable {
  readonly url: string;
  /** The log so far, as JSON lines. */
  readonly logLines: readonly string[];
  /** Mints an access token with the services' clock. */
  token(sub: string, claims?: TokenClaims): Promise<string>;
}

/** Serves the HTTP app in this process on a free port, over fakes (`testServices`) or other services. */
export async function startTestServer(
  services: Services,
  createApp: CreateTestApp,
  isAllowed: IsAllowed = () => true,
): Promise<TestServer> {
  const { storage, clock } = services;
  const verifier = createTokenVerifier({ secret: TEST_SECRET, clock });
  const tokens = createPersonalTokens({ storage, clock, defaultTier: "free", isAllowed });
  const logLines: string[] = [];
  const write = (level: string) => (fields: object, message: string) =>
    void logLines.push(JSON.stringify({ level, message, ...fields }));
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { app, close } = createApp({
    services,
    authenticate: createAuthenticator({ verifier, tokens, storage, defaultTier: "free" }),
    tokens,
    log: { info: write("info"), warn: write("warn"), error: write("error") },
    publicUrl: url,
  });
  server.on("request", app);
  return {
    url,
    logLines,
    token: (sub, claims = {}) => mintToken({ secret: TEST_SECRET, clock, sub, ...claims }),
    async [Symbol.asyncDispose]() {
      await close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await storage.close();
    },
  };
}
