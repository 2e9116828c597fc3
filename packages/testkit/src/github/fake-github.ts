import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A person with an account at the fake GitHub. */
export interface GitHubPerson {
  readonly id: number;
  readonly login: string;
  readonly name: string | null;
}

/** A failure that the fake simulates. */
export type GitHubFailure =
  /** Answers 500 instead of a token. */
  | "token"
  /** Redirects the request for a token. */
  | "redirect"
  /** Refuses the token for the profile. */
  | "profile"
  /** Returns an invalid profile. */
  | "odd-profile";

/** A local fake of GitHub's sign-in, with the real addresses, answers and refusals. */
export interface FakeGitHub extends AsyncDisposable {
  readonly url: string;
  readonly apiUrl: string;
  /** Settings of a server that signs in with it. */
  readonly env: Readonly<Record<string, string>>;
  /** The person signed in at GitHub, in every browser. */
  person: GitHubPerson;
  /** Whether that person lets Knote read their profile. */
  consents: boolean;
  failure: GitHubFailure | null;
  /** Method and path of every request, without queries. */
  readonly requests: readonly string[];
  /** Every issued code and token. */
  readonly secrets: readonly string[];
}

interface Grant {
  readonly challenge: string;
  readonly redirectUri: string;
  readonly person: GitHubPerson;
}

interface State {
  readonly fake: Omit<FakeGitHub, keyof AsyncDisposable>;
  readonly requests: string[];
  readonly secrets: string[];
  readonly grants: Map<string, Grant>;
  readonly tokens: Map<string, GitHubPerson>;
}

const CLIENT_ID = "Iv1.0123456789abcdef";
const CLIENT_SECRET = "a-client-secret-of-the-tests";

export async function startFakeGitHub(person: Partial<GitHubPerson> = {}): Promise<FakeGitHub> {
  const [requests, secrets]: [string[], string[]] = [[], []];
  const server = createServer((request, response) => {
    void answer(state, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const apiUrl = `${url}/api/v3`;
  const fake: FakeGitHub = {
    url,
    apiUrl,
    env: {
      GITHUB_CLIENT_ID: CLIENT_ID,
      GITHUB_CLIENT_SECRET: CLIENT_SECRET,
      GITHUB_URL: url,
      GITHUB_API_URL: apiUrl,
    },
    person: { id: 4711, login: "ada-loewe", name: "Ada Löwe", ...person },
    consents: true,
    failure: null,
    requests,
    secrets,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const state: State = { fake, requests, secrets, grants: new Map(), tokens: new Map() };
  return fake;
}

async function answer(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", state.fake.url);
  const endpoint = `${request.method} ${url.pathname}`;
  state.requests.push(endpoint);
  if (endpoint === "GET /login/oauth/authorize") return authorize(state, url.searchParams, response);
  if (endpoint === "POST /login/oauth/access_token") return giveToken(state, request, response);
  if (endpoint === "GET /api/v3/user") return sendProfile(state, request, response);
  json(response, 404, { message: "Not Found" });
}

/** Redirects at once with the person's prepared answer. */
function authorize({ fake, grants, secrets }: State, query: URLSearchParams, response: ServerResponse): void {
  const [redirectUri, challenge] = [query.get("redirect_uri"), query.get("code_challenge")];
  const isAsked = query.get("client_id") === CLIENT_ID && redirectUri !== null;
  if (!isAsked) return void response.writeHead(404, { "Content-Type": "text/html" }).end("<h1>404</h1>");
  const back = new URL(redirectUri);
  const isSafe = challenge !== null && query.get("code_challenge_method") === "S256" && query.get("state");
  if (!isSafe) back.search = new URLSearchParams({ error: "invalid_request" }).toString();
  else if (!fake.consents) back.search = denial().toString();
  else {
    const code = randomBytes(10).toString("hex");
    secrets.push(code);
    grants.set(code, { challenge, redirectUri, person: fake.person });
    back.searchParams.set("code", code);
  }
  back.searchParams.set("state", query.get("state") ?? "");
  response.writeHead(302, { Location: back.href }).end();
}

function denial(): URLSearchParams {
  const error_description = "The user has denied your application access.";
  return new URLSearchParams({ error: "access_denied", error_description });
}

/** Issues a token. Refusals have status 200, like GitHub's. */
async function giveToken(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { fake, grants, secrets, tokens } = state;
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  if (fake.failure === "token") return json(response, 500, { message: "Server Error" });
  if (fake.failure === "redirect") return void response.writeHead(307, { Location: `${fake.url}/elsewhere` }).end();
  const form = new URLSearchParams(text);
  if (form.get("client_id") !== CLIENT_ID || form.get("client_secret") !== CLIENT_SECRET)
    return json(response, 200, { error: "incorrect_client_credentials", error_description: "They are incorrect." });
  const code = form.get("code") ?? "";
  const grant = grants.get(code);
  grants.delete(code);
  const challenge = createHash("sha256")
    .update(form.get("code_verifier") ?? "")
    .digest("base64url");
  if (grant?.challenge !== challenge || grant.redirectUri !== form.get("redirect_uri"))
    return json(response, 200, { error: "bad_verification_code", error_description: "It is incorrect or expired." });
  const token = `gho_${randomBytes(18).toString("hex")}`;
  secrets.push(token);
  tokens.set(token, grant.person);
  const body = { access_token: token, token_type: "bearer", scope: "" };
  // Without this header GitHub answers with a form.
  if (request.headers.accept?.includes("application/json")) return json(response, 200, body);
  response
    .writeHead(200, { "Content-Type": "application/x-www-form-urlencoded" })
    .end(String(new URLSearchParams(body)));
}

function sendProfile({ fake, tokens }: State, { headers }: IncomingMessage, response: ServerResponse): void {
  const person = tokens.get(/^(?:Bearer|token) (\S+)$/.exec(headers.authorization ?? "")?.[1] ?? "");
  if (!headers["user-agent"]) return json(response, 403, { message: "Request forbidden by administrative rules." });
  if (!person || fake.failure === "profile") return json(response, 401, { message: "Bad credentials" });
  if (fake.failure === "odd-profile") return json(response, 200, { login: 7 });
  json(response, 200, {
    ...person,
    node_id: "U_0",
    avatar_url: "https://avatars.githubusercontent.com/u/1",
    type: "User",
  });
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "Content-Type": "application/json; charset=utf-8" }).end(JSON.stringify(body));
}
