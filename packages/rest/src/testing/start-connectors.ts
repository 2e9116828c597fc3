import { createHash } from "node:crypto";
import {
  type Browser,
  type BrowserAnswer,
  createBrowser,
  startTestServer,
  testConnectors,
  testServices,
  testSignIn,
} from "@knote/testkit";
import { createHttpApp } from "../create-http-app.ts";
import type { HttpAppOptions } from "../options.ts";
import { type Answer, send, type SendOptions } from "./send.ts";

export const CLIENT_ID = "https://assistant.example/client.json";
export const REDIRECT_URI = "https://assistant.example/callback";
export const VERIFIER = "a-verifier-of-43-characters-or-more-as-pkce-wants";
export const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url");

type Parameters = Readonly<Record<string, string | undefined>>;
type Options = Omit<Partial<HttpAppOptions>, "services"> & {
  readonly hosts?: readonly string[];
  readonly isAllowed?: () => boolean;
};

/** Starts the app where connectors may connect, with one that does. */
export async function startConnectors({ hosts, isAllowed, ...options }: Options = {}) {
  const services = testServices();
  const documents = new Map([[CLIENT_ID, clientDocument()]]);
  let issueCode = async () => "";
  const server = await startTestServer(services, (parts) => {
    const signIn = testSignIn({ services, callbackUrl: "" });
    if (signIn.mode === "local") issueCode = signIn.codes.issue;
    const publicUrl = options.publicUrl ?? parts.publicUrl;
    const connectors = testConnectors({ services, publicUrl, documents, hosts, isAllowed });
    const authenticateGrant = (text: string) => parts.tokens.authenticate(text, "oat");
    return createHttpApp({ ...parts, signIn, connectors, authenticateGrant, ...options });
  });
  const resource = `${options.publicUrl ?? server.url}/mcp`;

  /** Returns the query with which the connector sends a browser; `undefined` leaves a parameter out. */
  function query(fields: Parameters = {}): string {
    const usual = {
      response_type: "code",
      client_id: CLIENT_ID,
      redirect_uri: REDIRECT_URI,
      code_challenge: CHALLENGE,
      code_challenge_method: "S256",
      resource,
      state: "a state",
    };
    return form({ ...usual, ...fields });
  }

  /** Returns the request as the page is given it. */
  const request = (fields: Parameters = {}) => Buffer.from(query(fields)).toString("base64url");

  async function askForTokens(fields: Parameters): Promise<Answer> {
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    return await send(server.url, "POST /oauth/token", { headers, bytes: form(fields) });
  }

  async function decide(browser: Browser, fields: object = {}): Promise<BrowserAnswer> {
    const decision = { request: request(), allow: true, scopes: ["notes:read", "ask"], ...fields };
    return await browser.send("POST /oauth/consent", { json: decision });
  }

  const redeem = (text: string, fields: Parameters = {}) =>
    askForTokens({
      grant_type: "authorization_code",
      code: text,
      client_id: CLIENT_ID,
      redirect_uri: REDIRECT_URI,
      code_verifier: VERIFIER,
      ...fields,
    });
  const refresh = (text: string, fields: Parameters = {}) =>
    askForTokens({ grant_type: "refresh_token", refresh_token: text, client_id: CLIENT_ID, ...fields });

  /** Returns the code that a signed-in owner's consent leads to. */
  async function code(browser: Browser, fields: object = {}): Promise<string> {
    const { body } = await decide(browser, fields);
    return new URL(body.redirect_to).searchParams.get("code")!;
  }

  return {
    url: server.url,
    resource,
    services,
    documents,
    logLines: server.logLines,
    query,
    request,
    decide,
    code,
    redeem,
    refresh,
    askForTokens,
    send: (target: string, sendOptions?: SendOptions) => send(server.url, target, sendOptions),
    visitor: () => createBrowser(server.url),
    /** Returns the browser of the owner, signed in. */
    async owner() {
      const browser = createBrowser(server.url);
      await browser.send("POST /auth/local", { json: { code: await issueCode() } });
      return browser;
    },
    /** Lets the connector in, and returns the answer with its tokens. */
    async connect(browser: Browser, fields: object = {}) {
      return (await redeem(await code(browser, fields))).body as Record<string, string>;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

export function clientDocument(fields: object = {}): string {
  return JSON.stringify({
    client_id: CLIENT_ID,
    client_name: "Assistant",
    redirect_uris: [REDIRECT_URI, "http://localhost/callback", "http://127.0.0.1:7777/callback"],
    token_endpoint_auth_method: "none",
    ...fields,
  });
}

function form(fields: Parameters): string {
  const pairs = Object.entries(fields).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return new URLSearchParams(pairs).toString();
}
