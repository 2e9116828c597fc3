import { DomainError } from "@knote/api";
import { DAY_MS } from "@knote/contract";
import { type Browser, eventually, openEvents, startFakeGitHub, testAuth } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { LEGACY_HEADERS, toolCall } from "../testing/mcp-calls.ts";
import { startSignIn } from "../testing/start-sign-in.ts";

const INVALID = { detail: "The access token is not valid." };
const SCOPE_NAMES = "notes:read, notes:write, ask, webhooks";
const DAYS = "expires_in_days must be a whole number from 1 to 365, or null for a token without end.";

type App = Awaited<ReturnType<typeof startSignIn>>;

function makeToken(browser: Browser, fields: object = {}) {
  return browser.send("POST /auth/tokens", { json: { name: "backup script", ...fields } });
}

async function textOf(browser: Browser, fields: object = {}): Promise<string> {
  return (await makeToken(browser, fields)).body.token;
}

async function listTokens(browser: Browser): Promise<any[]> {
  return (await browser.send("GET /auth/tokens")).body.tokens;
}

async function statusOf(app: App, token: string, request = "GET /api/graph/notes"): Promise<number> {
  return (await app.send(request, { token })).status;
}

describe("making a personal token", () => {
  it("answers with the token and its text, once, and lists it without the text", async () => {
    await using app = await startSignIn();
    const browser = await app.signedIn();
    const { status, body, text } = await makeToken(browser);
    expect(status).toBe(201);
    const { token, ...fields } = body;
    expect(token).toMatch(/^knote_pat_[0-9A-Za-z]{36}$/);
    const now = app.services.clock.now();
    expect(fields).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      kind: "personal",
      name: "backup script",
      scopes: ["notes:read"],
      hint: token.slice(-4),
      connector: null,
      created_at: new Date(now).toISOString(),
      expires_at: new Date(now + 90 * DAY_MS).toISOString(),
      last_used_at: null,
    });
    expect(await listTokens(browser)).toEqual([fields]);
    expect((await browser.send("GET /auth/tokens")).text).not.toContain(token);
    expect(text).toContain(token);
    const storedTokens = await app.services.storage.tokens.list("local:owner", now);
    expect(JSON.stringify(storedTokens)).not.toContain(token.slice(0, -4));
  });

  it.each([
    [{ name: undefined }, "name", "name is required."],
    [{ name: " " }, "name", "name must not be empty."],
    [{ name: "n".repeat(101) }, "name", "name must have at most 100 characters."],
    [{ scopes: "notes:read" }, "scopes", "scopes must be an array of scopes."],
    [{ scopes: null }, "scopes", "scopes must be an array of scopes."],
    [{ scopes: [] }, "scopes", `scopes must name at least one of ${SCOPE_NAMES}.`],
    [{ scopes: ["everything"] }, "scopes.0", `scope must be one of ${SCOPE_NAMES}.`],
    [{ scopes: ["ask", 7] }, "scopes.1", `scope must be one of ${SCOPE_NAMES}.`],
    [{ expires_in_days: 0 }, "expires_in_days", DAYS],
    [{ expires_in_days: 366 }, "expires_in_days", DAYS],
    [{ expires_in_days: 1.5 }, "expires_in_days", DAYS],
    [{ expires_in_days: "90" }, "expires_in_days", DAYS],
  ])("refuses %j", async (fields, path, message) => {
    await using app = await startSignIn();
    const browser = await app.signedIn();
    const { status, body } = await makeToken(browser, fields);
    expect({ status, issues: body.issues }).toEqual({ status: 422, issues: [{ path, message }] });
    expect(await listTokens(browser)).toEqual([]);
  });

  it("takes the longest name, one day, a year and no end, and each scope once", async () => {
    await using app = await startSignIn();
    const browser = await app.signedIn();
    const name = "\u{1F9E0}".repeat(100);
    const scopes = ["webhooks", "ask", "webhooks", "notes:write", "notes:read"];
    const { body } = await makeToken(browser, { name: ` ${name} `, scopes, expires_in_days: null });
    expect(body).toMatchObject({ name, scopes: ["notes:read", "notes:write", "ask", "webhooks"], expires_at: null });
    for (const days of [1, 365]) {
      const end = new Date(app.services.clock.now() + days * DAY_MS).toISOString();
      expect((await makeToken(browser, { expires_in_days: days })).body).toMatchObject({ expires_at: end });
    }
  });

  it("refuses the 51st, until one is revoked", async () => {
    await using app = await startSignIn();
    const browser = await app.signedIn();
    for (let count = 0; count < 50; count++) expect((await makeToken(browser)).status).toBe(201);
    const { status, body } = await makeToken(browser);
    expect({ status, body }).toEqual({ status: 409, body: { detail: "You have 50 tokens. Revoke one first." } });
    const [first] = await listTokens(browser);
    await browser.send(`DELETE /auth/tokens/${first.id}`);
    expect((await makeToken(browser)).status).toBe(201);
  });
});

describe("the endpoints of tokens", () => {
  it.each(["GET /auth/tokens", "POST /auth/tokens", "DELETE /auth/tokens/some"])(
    "are for a signed-in browser alone, whatever bearer comes along: %s",
    async (request) => {
      await using app = await startSignIn();
      const token = await textOf(await app.signedIn(), { scopes: ["notes:read", "notes:write", "ask", "webhooks"] });
      for (const bearer of [token, await app.token("local:owner")]) {
        const headers = { Authorization: `Bearer ${bearer}` };
        expect((await app.browser().send(request, { headers, json: undefined })).status).toBe(401);
      }
      expect(await app.services.storage.tokens.list("local:owner", 0)).toHaveLength(1);
    },
  );

  it("answer to pages of this service alone", async () => {
    await using app = await startSignIn();
    const browser = await app.signedIn();
    const { id } = (await makeToken(browser)).body;
    for (const headers of [{ Origin: "https://evil.example" }, { "Sec-Fetch-Site": "same-site" }]) {
      expect((await browser.send("POST /auth/tokens", { headers, json: { name: "-" } })).status).toBe(403);
      expect((await browser.send(`DELETE /auth/tokens/${id}`, { headers })).status).toBe(403);
    }
    expect(await listTokens(browser)).toHaveLength(1);
  });

  it("do not exist where tokens come from an issuer; a token of the operator's works there", async () => {
    await using app = await startSignIn({ signIn: undefined });
    for (const request of ["GET /auth/tokens", "POST /auth/tokens", "DELETE /auth/tokens/some"])
      expect((await app.browser().send(request)).status).toBe(404);
    const newToken = { name: "ours", scopes: ["notes:read" as const], expires_in_days: null };
    const { text } = await testAuth(app.services).tokens.create({ userId: "someone", login: null }, newToken);
    expect(await statusOf(app, text)).toBe(200);
  });

  it("show and end a user's own tokens only", async () => {
    await using github = await startFakeGitHub();
    await using app = await startSignIn({ github });
    const ada = await app.signedIn();
    github.person = { ...github.person, id: 99, login: "grace" };
    const grace = await app.signedIn();
    const { id, token } = (await makeToken(ada)).body;
    expect(await listTokens(grace)).toEqual([]);
    for (const unknown of [id, "unknown", "%00"]) {
      const { status, body } = await grace.send(`DELETE /auth/tokens/${unknown}`);
      expect({ status, body }).toEqual({ status: 404, body: { detail: "Token not found." } });
    }
    expect(await statusOf(app, token)).toBe(200);
    expect((await ada.send(`DELETE /auth/tokens/${id}`)).status).toBe(204);
    expect((await ada.send(`DELETE /auth/tokens/${id}`)).status).toBe(404);
    expect(await statusOf(app, token)).toBe(401);
  });
});

describe("a personal token", () => {
  it("is taken wherever an access token is, within its scopes", async () => {
    await using app = await startSignIn();
    const browser = await app.signedIn();
    const [reads, writes] = [await textOf(browser), await textOf(browser, { scopes: ["notes:write"] })];
    const json = { title: "Owls hunt", content: "-", note_type: "fact" };
    expect((await app.send("POST /api/workspace/notes", { token: writes, json })).status).toBe(201);
    const refusal = await app.send("POST /api/workspace/notes", { token: reads, json });
    expect(refusal.status).toBe(403);
    expect(refusal.headers["www-authenticate"]).toBe('Bearer error="insufficient_scope"');
    expect(await statusOf(app, writes)).toBe(403);
    expect(await statusOf(app, reads, "GET /trpc/graph.stats")).toBe(200);
    expect(await statusOf(app, writes, "GET /trpc/graph.stats")).toBe(403);
    using stream = await openEvents(app.url, "GET /api/activity/stream", { token: reads });
    expect(stream.status).toBe(200);
    const headers = { "Content-Type": "application/x-ndjson" };
    const lines = JSON.stringify({ note: { ...json, title: "Owls see" } });
    expect((await app.send("POST /api/workspace/import", { token: writes, headers, bytes: lines })).status).toBe(200);
    expect((await app.send("GET /api/graph/notes", { token: reads })).body.notes).toHaveLength(2);
    const call = (token: string) =>
      app.send("POST /mcp", { token, json: toolCall("list_notes", {}), headers: LEGACY_HEADERS });
    expect((await call(reads)).status).toBe(200);
    expect((await call(writes)).status).toBe(403);
  });

  it("reaches its own user's notes alone", async () => {
    await using github = await startFakeGitHub();
    await using app = await startSignIn({ github });
    const scopes = ["notes:read", "notes:write", "ask"];
    const ada = await textOf(await app.signedIn(), { scopes });
    github.person = { ...github.person, id: 99, login: "grace" };
    const grace = await textOf(await app.signedIn(), { scopes });
    const json = { title: "Owls hunt", content: "At night.", note_type: "fact" };
    const { id } = (await app.send("POST /api/workspace/notes", { token: ada, json })).body;
    for (const request of [`GET /api/workspace/notes/${id}`, `DELETE /api/workspace/notes/${id}`])
      expect(await statusOf(app, grace, request)).toBe(404);
    expect((await app.send("GET /api/graph/notes", { token: grace })).body.notes).toEqual([]);
    const answer = await app.send("POST /api/ask", { token: grace, json: { query: "When do owls hunt?" } });
    expect(answer.body.sources).toEqual([]);
    expect((await app.send("GET /api/graph/notes", { token: ada })).body.notes).toHaveLength(1);
  });

  it("is refused with one sentence when it is unknown, revoked, expired, erased or made before a cut", async () => {
    await using app = await startSignIn();
    const expectInvalid = async (token: string) => {
      const { status, body, headers } = await app.send("GET /api/graph/notes", { token });
      expect({ status, body }).toEqual({ status: 401, body: INVALID });
      expect(headers["www-authenticate"]).toBe('Bearer error="invalid_token"');
    };
    const browser = await app.signedIn();
    await expectInvalid("knote_pat_EXAMPLEexampleEXAMPLEexample002hf6JF");
    await expectInvalid("knote_pat_EXAMPLEexampleEXAMPLEexample002hf6JE");
    const { id, token } = (await makeToken(browser)).body;
    await browser.send(`DELETE /auth/tokens/${id}`);
    await expectInvalid(token);
    const short = await textOf(browser, { expires_in_days: 1 });
    app.services.clock.advance(DAY_MS);
    await expectInvalid(short);
    const beforeCut = await textOf(browser, { expires_in_days: null });
    await browser.send("DELETE /auth/sessions");
    await expectInvalid(beforeCut);
    const again = await app.signedIn();
    const erasedToken = await textOf(again, { expires_in_days: null });
    await again.send("DELETE /auth/account", { json: { confirm: "erase" } });
    await expectInvalid(erasedToken);
  });

  it("is refused from the next request on when its user is no longer allowed", async () => {
    await using github = await startFakeGitHub();
    const allowedUsers = [github.person.login];
    await using app = await startSignIn({ github, allowedUsers });
    const token = await textOf(await app.signedIn());
    expect(await statusOf(app, token)).toBe(200);
    await using other = await startSignIn({ github, allowedUsers: ["somebody-else"], services: app.services });
    expect(await statusOf(other, token)).toBe(401);
    expect(await statusOf(app, token)).toBe(200);
  });

  it("is refused at another process on the very next request after it was revoked", async () => {
    await using app = await startSignIn();
    await using other = await startSignIn({ services: app.services });
    const browser = await app.signedIn();
    const { id, token } = (await makeToken(browser)).body;
    expect([await statusOf(app, token), await statusOf(other, token)]).toEqual([200, 200]);
    await browser.send(`DELETE /auth/tokens/${id}`);
    expect([await statusOf(other, token), await statusOf(app, token)]).toEqual([401, 401]);
  });

  it("goes into no address", async () => {
    await using app = await startSignIn();
    const token = await textOf(await app.signedIn());
    for (const query of [`token=${token}`, "token=knote_pat_", `token=x&token=${token}`]) {
      const { status, body, headers } = await app.send(`GET /api/activity/stream?${query}`);
      const detail = "A personal token goes into the Authorization header.";
      expect({ status, body }).toEqual({ status: 401, body: { detail } });
      expect(headers["www-authenticate"]).toBe('Bearer error="invalid_token"');
    }
  });

  it("ends its streams at once when it is revoked, and no others", async () => {
    await using app = await startSignIn();
    const browser = await app.signedIn();
    const { id, token } = (await makeToken(browser)).body;
    const otherToken = await textOf(browser);
    using stream = await openEvents(app.url, "GET /api/activity/stream", { token });
    using other = await openEvents(app.url, "GET /api/activity/stream", { token: otherToken });
    await browser.send(`DELETE /auth/tokens/${id}`);
    await eventually(() => expect(stream.hasEnded).toBe(true));
    expect(other.hasEnded).toBe(false);
  });

  it("soon ends its streams when another process revoked it", async () => {
    await using app = await startSignIn({ pingSeconds: 0.01 });
    const browser = await app.signedIn();
    const { id, token } = (await makeToken(browser)).body;
    const otherToken = await textOf(browser, { expires_in_days: null });
    using stream = await openEvents(app.url, "GET /api/activity/stream", { token });
    using other = await openEvents(app.url, "GET /api/activity/stream", { token: otherToken });
    await app.services.storage.tokens.end("local:owner", id);
    await eventually(() => expect(stream.hasEnded).toBe(true));
    expect(other.hasEnded).toBe(false);
  });

  it("is told apart in the log by its kind and id, without its text", async () => {
    await using app = await startSignIn();
    const { id, token } = (await makeToken(await app.signedIn())).body;
    await statusOf(app, token);
    await statusOf(app, await app.token("local:owner"));
    const lines = app.logLines.map((line) => JSON.parse(line)).filter(({ route }) => route === "/api/graph/notes");
    expect(lines).toMatchObject([{ credential: "personal", credentialId: id }, { status: 200 }]);
    expect(lines[1]).not.toHaveProperty("credential");
    expect(app.logLines.join()).not.toContain(token.slice(0, -4));
  });

  it("is counted in the metrics by kind, which are unknown while the store is away", async () => {
    await using app = await startSignIn({ metricsToken: "figures" });
    await makeToken(await app.signedIn());
    const figures = async () => (await app.send("GET /metrics", { token: "figures" })).text;
    expect(await figures()).toMatch(/^knote_tokens\{kind="personal"\} 1$/m);
    expect(await figures()).toMatch(/^knote_tokens\{kind="grant"\} 0$/m);
    app.services.storage.tokens.counts = () => Promise.reject(new DomainError("UNAVAILABLE", "Gone."));
    expect(await figures()).toMatch(/^knote_tokens\{kind="personal"\} Nan$/im);
  });
});
