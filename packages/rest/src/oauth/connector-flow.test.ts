import { DAY_MS } from "@knote/contract";
import { aToken } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { CLIENT_ID, REDIRECT_URI, startConnectors } from "../testing/start-connectors.ts";
import { startSignIn } from "../testing/start-sign-in.ts";

const HOUR_MS = 3_600_000;

it("leads a connector from its metadata over the owner's consent to tokens", async () => {
  await using app = await startConnectors();
  const browser = await app.owner();

  const toPage = await browser.send(`GET /oauth/authorize?${app.query()}`);
  expect([toPage.status, toPage.location]).toEqual([303, `/connect?request=${app.request()}`]);

  expect((await browser.send(`GET /oauth/consent?request=${app.request()}`)).body).toEqual({
    client_name: "Assistant",
    client_host: "assistant.example",
    return_host: "assistant.example",
    is_loopback: false,
  });

  const { status, body } = await app.decide(browser);
  const back = new URL(body.redirect_to);
  expect([status, back.origin + back.pathname]).toEqual([200, REDIRECT_URI]);
  expect([...back.searchParams.keys()]).toEqual(["code", "state", "iss"]);
  expect(back.searchParams.get("state")).toBe("a state");
  expect(back.searchParams.get("iss")).toBe(app.url);

  const tokens = await app.redeem(back.searchParams.get("code")!);
  expect([tokens.status, tokens.headers["cache-control"]]).toEqual([200, "no-store"]);
  expect(tokens.body).toEqual({
    access_token: expect.stringMatching(/^knote_oat_[0-9A-Za-z]{36}$/),
    token_type: "Bearer",
    expires_in: 3_600,
    refresh_token: expect.stringMatching(/^knote_ort_[0-9A-Za-z]{36}$/),
    scope: "notes:read ask",
  });

  const [grant, ...others] = await app.services.storage.tokens.list("local:owner", app.services.clock.now());
  expect(others).toEqual([]);
  expect(grant).toMatchObject({
    kind: "grant",
    name: "Assistant",
    scopes: ["notes:read", "ask"],
    expiresAt: app.services.clock.now() + 90 * DAY_MS,
    grant: { connector: CLIENT_ID, idleUntil: app.services.clock.now() + 60 * DAY_MS },
  });
});

it("publishes what a connector needs to know", async () => {
  await using app = await startConnectors();
  const resource = {
    resource: `${app.url}/mcp`,
    authorization_servers: [app.url],
    scopes_supported: ["notes:read", "ask", "notes:write"],
    bearer_methods_supported: ["header"],
    resource_name: "Knote",
  };
  expect((await app.send("GET /.well-known/oauth-protected-resource/mcp")).body).toEqual(resource);
  expect((await app.send("GET /.well-known/oauth-protected-resource")).body).toEqual(resource);
  expect((await app.send("GET /.well-known/oauth-authorization-server")).body).toEqual({
    issuer: app.url,
    authorization_endpoint: `${app.url}/oauth/authorize`,
    token_endpoint: `${app.url}/oauth/token`,
    revocation_endpoint: `${app.url}/oauth/revoke`,
    scopes_supported: ["notes:read", "ask", "notes:write"],
    response_types_supported: ["code"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  });
});

it("has none of its paths where connectors are off", async () => {
  await using app = await startSignIn();
  const browser = await app.signedIn();
  for (const request of [
    "GET /.well-known/oauth-protected-resource/mcp",
    "GET /.well-known/oauth-protected-resource",
    "GET /.well-known/oauth-authorization-server",
    "GET /oauth/authorize",
    "GET /oauth/consent",
    "POST /oauth/consent",
    "POST /oauth/token",
    "POST /oauth/register",
  ])
    expect([request, (await browser.send(request)).status]).toEqual([request, 404]);
});

describe("the owner", () => {
  it("gives what is ticked, for as long as chosen", async () => {
    await using app = await startConnectors();
    const browser = await app.owner();
    const tokens = await app.connect(browser, { scopes: ["notes:write", "notes:read"], expires_in_days: 365 });
    expect(tokens["scope"]).toBe("notes:read notes:write");
    const [grant] = await app.services.storage.tokens.list("local:owner", app.services.clock.now());
    expect(grant!.expiresAt).toBe(app.services.clock.now() + 365 * DAY_MS);
  });

  it("can decline, which the connector is told", async () => {
    await using app = await startConnectors();
    const { body } = await app.decide(await app.owner(), { allow: false, scopes: [] });
    const back = new URL(body.redirect_to);
    expect(Object.fromEntries(back.searchParams)).toEqual({
      error: "access_denied",
      error_description: "The owner declined.",
      state: "a state",
      iss: app.url,
    });
    expect(await app.services.storage.tokens.list("local:owner", app.services.clock.now())).toEqual([]);
  });

  it("must be signed in", async () => {
    await using app = await startConnectors();
    const visitor = app.visitor();
    expect((await visitor.send(`GET /oauth/consent?request=${app.request()}`)).status).toBe(401);
    expect((await app.decide(visitor)).status).toBe(401);
    // The page that they are led to asks them to sign in.
    expect((await visitor.send(`GET /oauth/authorize?${app.query()}`)).status).toBe(303);
  });

  it("can decide from a page of this service only", async () => {
    await using app = await startConnectors();
    const browser = await app.owner();
    const json = { request: app.request(), allow: true, scopes: ["notes:read"] };
    for (const headers of [
      { Origin: "https://evil.example" },
      { "Sec-Fetch-Site": "cross-site" },
      { "Sec-Fetch-Site": "same-site" },
      { "Sec-Fetch-Site": "none" },
      { Origin: "null" },
    ])
      expect((await browser.send("POST /oauth/consent", { json, headers })).status).toBe(403);
    const noJson = { "Content-Type": "application/x-www-form-urlencoded" };
    expect((await browser.send("POST /oauth/consent", { headers: noJson })).status).toBe(415);
    expect((await browser.send("POST /oauth/consent", { json })).status).toBe(200);
  });

  it.each([
    [{ request: undefined }, "request", "request must be a string."],
    [{ request: 1 }, "request", "request must be a string."],
    [{ allow: undefined }, "allow", "allow must be true or false."],
    [{ allow: "yes" }, "allow", "allow must be true or false."],
    [{ scopes: [] }, "scopes", "scopes must name at least one of notes:read, ask, notes:write."],
    [{ scopes: undefined }, "scopes", "scopes must name at least one of notes:read, ask, notes:write."],
    [{ scopes: "ask" }, "scopes", "scopes must be an array of scopes."],
    [{ scopes: ["webhooks"] }, "scopes.0", "scope must be one of notes:read, ask, notes:write."],
    [{ expires_in_days: 0 }, "expires_in_days", "expires_in_days must be a whole number from 1 to 365."],
    [{ expires_in_days: 366 }, "expires_in_days", "expires_in_days must be a whole number from 1 to 365."],
    [{ expires_in_days: 1.5 }, "expires_in_days", "expires_in_days must be a whole number from 1 to 365."],
    [{ expires_in_days: null }, "expires_in_days", "expires_in_days must be a whole number from 1 to 365."],
  ])("cannot decide %j", async (fields, path, message) => {
    await using app = await startConnectors();
    const { status, body } = await app.decide(await app.owner(), fields);
    expect([status, body.issues]).toEqual([422, [{ path, message }]]);
  });

  it("can have 50 tokens, and is told before the connector is", async () => {
    await using app = await startConnectors();
    const browser = await app.owner();
    const { tokens } = app.services.storage;
    const createdAt = app.services.clock.now();
    for (let count = 0; count < 49; count++)
      await tokens.create(`digest ${count}`, aToken("local:owner", { createdAt, expiresAt: null }), 50);
    const [last, late] = [await app.code(browser), await app.code(browser)];
    expect((await app.redeem(last)).status).toBe(200);
    const refusal = await app.decide(browser);
    expect([refusal.status, refusal.body]).toEqual([409, { detail: "You have 50 tokens. Revoke one first." }]);
    const { status, body } = await app.redeem(late);
    expect([status, body]).toEqual([
      400,
      { error: "invalid_grant", error_description: "The owner has 50 tokens and must revoke one first." },
    ]);
  });
});

describe("a grant", () => {
  it("lives on with each refresh, and its earlier tokens end", async () => {
    await using app = await startConnectors();
    const { storage, clock } = app.services;
    const first = await app.connect(await app.owner());
    clock.advance(HOUR_MS);
    const second = (await app.refresh(first["refresh_token"]!)).body;
    expect(second).toMatchObject({ expires_in: 3_600, scope: "notes:read ask", token_type: "Bearer" });
    expect(second.access_token).not.toBe(first["access_token"]);
    expect(second.refresh_token).not.toBe(first["refresh_token"]);
    expect(await storage.tokens.list("local:owner", clock.now())).toHaveLength(1);
    clock.advance(HOUR_MS);
    expect((await app.refresh(second.refresh_token)).status).toBe(200);
  });

  it("ends when it was idle for 60 days", async () => {
    await using app = await startConnectors();
    const browser = await app.owner();
    const tokens = await app.connect(browser, { expires_in_days: 365 });
    app.services.clock.advance(60 * DAY_MS - 1);
    const next = await app.refresh(tokens["refresh_token"]!);
    expect(next.status).toBe(200);
    app.services.clock.advance(60 * DAY_MS);
    expect((await app.refresh(next.body.refresh_token)).body.error).toBe("invalid_grant");
  });

  it("ends after the days that its owner chose, whatever its use, and gives no token for longer", async () => {
    await using app = await startConnectors();
    const browser = await app.owner();
    const tokens = await app.connect(browser, { expires_in_days: 1 });
    app.services.clock.advance(DAY_MS - 600_000);
    const next = await app.refresh(tokens["refresh_token"]!);
    expect(next.body.expires_in).toBe(600);
    app.services.clock.advance(600_000);
    expect((await app.refresh(next.body.refresh_token)).body.error).toBe("invalid_grant");
  });

  it("takes the refresh token before for 30 s, as an answer may be lost, and ends with it afterwards", async () => {
    await using app = await startConnectors();
    const { refresh_token: first = "" } = await app.connect(await app.owner());
    await app.refresh(first);
    app.services.clock.advance(29_999);
    const again = await app.refresh(first);
    expect(again.status).toBe(200);
    app.services.clock.advance(1);
    expect((await app.refresh(first)).body).toEqual({
      error: "invalid_grant",
      error_description: "The refresh token was used before, so its grant has ended.",
    });
    expect((await app.refresh(again.body.refresh_token)).body.error_description).toBe(
      "The refresh token is not valid.",
    );
    expect(await app.services.storage.tokens.list("local:owner", app.services.clock.now())).toEqual([]);
  });

  it("ends when another application uses its refresh token", async () => {
    await using app = await startConnectors();
    const { refresh_token: text = "" } = await app.connect(await app.owner());
    expect((await app.refresh(text, { client_id: "https://evil.example/client.json" })).body.error).toBe(
      "invalid_grant",
    );
    expect((await app.refresh(text)).body.error).toBe("invalid_grant");
  });

  it("ends when its owner may not sign in any more", async () => {
    let isAllowed = true;
    await using app = await startConnectors({ isAllowed: () => isAllowed });
    const first = await app.connect(await app.owner());
    const second = (await app.refresh(first["refresh_token"]!)).body;
    isAllowed = false;
    expect((await app.refresh(second.refresh_token)).body.error).toBe("invalid_grant");
    isAllowed = true;
    expect((await app.refresh(second.refresh_token)).body.error).toBe("invalid_grant");
  });

  it.each(["", "x", "knote_ort_", `knote_ort_${"a".repeat(36)}`, `knote_pat_${"a".repeat(36)}`])(
    "is not found by the refresh token %j",
    async (text) => {
      await using app = await startConnectors();
      const { status, body } = await app.refresh(text);
      expect([status, body.error]).toEqual([400, "invalid_grant"]);
    },
  );

  it("is not renewed by its access token", async () => {
    await using app = await startConnectors();
    const { access_token: text = "" } = await app.connect(await app.owner());
    expect((await app.refresh(text)).body.error).toBe("invalid_grant");
  });
});

describe("a code", () => {
  it("is good for 60 s", async () => {
    await using app = await startConnectors();
    const browser = await app.owner();
    const [inTime, late] = [await app.code(browser), await app.code(browser)];
    app.services.clock.advance(59_999);
    expect((await app.redeem(inTime)).status).toBe(200);
    app.services.clock.advance(1);
    expect((await app.redeem(late)).body).toEqual({
      error: "invalid_grant",
      error_description: "The code has expired or was used.",
    });
  });

  it("is good once: its second use ends the grant, even after its time", async () => {
    for (const laterMs of [0, 120_000]) {
      await using app = await startConnectors();
      const code = await app.code(await app.owner());
      const tokens = await app.redeem(code);
      app.services.clock.advance(laterMs);
      expect((await app.redeem(code)).body).toEqual({
        error: "invalid_grant",
        error_description: "The code was used before, so its grant has ended.",
      });
      expect((await app.refresh(tokens.body.refresh_token)).body.error).toBe("invalid_grant");
      expect(await app.services.storage.tokens.list("local:owner", app.services.clock.now())).toEqual([]);
    }
  });

  it("leaves no grant when it is used twice at the same time", async () => {
    await using app = await startConnectors();
    const code = await app.code(await app.owner());
    const answers = await Promise.all(Array.from({ length: 4 }, () => app.redeem(code)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect(await app.services.storage.tokens.list("local:owner", app.services.clock.now())).toEqual([]);
  });

  it("is good for the application, the address and the verifier that it was made for, and is not used up by others", async () => {
    await using app = await startConnectors();
    const code = await app.code(await app.owner());
    for (const [fields, description] of [
      [{ client_id: "https://evil.example/client.json" }, "The code belongs to another client_id."],
      [{ redirect_uri: `${REDIRECT_URI}/` }, "The code was sent to another redirect_uri."],
      [{ code_verifier: "b".repeat(43) }, "code_verifier does not fit the code_challenge."],
      [{ code: `${code.slice(0, -2)}AA` }, "The code is not valid."],
      [{ code: "x" }, "The code is not valid."],
      [{ code: "" }, "The code is not valid."],
    ] as const)
      expect((await app.redeem(code, fields)).body).toEqual({ error: "invalid_grant", error_description: description });
    const other = await app.redeem(code, { resource: "https://other.example/mcp" });
    expect(other.body).toEqual({ error: "invalid_target", error_description: `resource must be ${app.resource}.` });
    expect((await app.redeem(code, { resource: app.resource })).status).toBe(200);
  });

  it("dies with the session that allowed it", async () => {
    for (const request of ["POST /auth/logout", "DELETE /auth/sessions"]) {
      await using app = await startConnectors();
      const browser = await app.owner();
      const code = await app.code(browser);
      await browser.send(request);
      expect((await app.redeem(code)).body).toEqual({
        error: "invalid_grant",
        error_description: "The owner has signed out since.",
      });
    }
  });
});

it("ends every grant when its owner signs out everywhere", async () => {
  await using app = await startConnectors();
  const browser = await app.owner();
  const tokens = await app.connect(browser);
  await browser.send("DELETE /auth/sessions");
  expect((await app.refresh(tokens["refresh_token"]!)).body.error).toBe("invalid_grant");
});

describe("a request for tokens", () => {
  it.each([
    [{}, "invalid_request", "grant_type is required."],
    [{ grant_type: "password" }, "unsupported_grant_type", "grant_type must be authorization_code or refresh_token."],
    [{ grant_type: "authorization_code" }, "invalid_request", "code is required."],
    [{ grant_type: "authorization_code", code: "x" }, "invalid_request", "client_id is required."],
    [{ grant_type: "refresh_token" }, "invalid_request", "refresh_token is required."],
    [{ grant_type: "refresh_token", refresh_token: "x" }, "invalid_request", "client_id is required."],
  ])("%j is refused: %s", async (fields, error, description) => {
    await using app = await startConnectors();
    const { status, body } = await app.askForTokens(fields);
    expect([status, body]).toEqual([400, { error, error_description: description }]);
  });

  it("is a form that names nothing twice", async () => {
    await using app = await startConnectors();
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const twice = await app.send("POST /oauth/token", { headers, bytes: "grant_type=a&grant_type=b" });
    expect([twice.status, twice.body]).toEqual([
      400,
      { error: "invalid_request", error_description: "A parameter was sent more than once." },
    ]);
    expect((await app.send("POST /oauth/token", { json: { grant_type: "refresh_token" } })).status).toBe(415);
    const long = await app.send("POST /oauth/token", { headers, bytes: "a".repeat(16_385) });
    expect(long.status).toBe(413);
  });
});

it("takes 60 requests a minute from an address, over all its paths", async () => {
  await using app = await startConnectors();
  for (let count = 0; count < 59; count++) expect((await app.askForTokens({})).status).toBe(400);
  expect((await app.send(`GET /oauth/authorize?${app.query()}`)).status).toBe(303);
  const { status, headers } = await app.askForTokens({});
  expect([status, Number(headers["retry-after"]) > 0]).toEqual([429, true]);
  expect((await app.send(`GET /oauth/authorize?${app.query()}`)).status).toBe(429);
  expect((await app.send("GET /.well-known/oauth-authorization-server")).status).toBe(200);
});

it("logs no code, token, state or address of a connector", async () => {
  await using app = await startConnectors();
  const browser = await app.owner();
  await browser.send(`GET /oauth/authorize?${app.query()}`);
  const code = await app.code(browser);
  const tokens = (await app.redeem(code)).body;
  await app.redeem(code);
  const log = app.logLines.join("\n");
  expect(log).toContain("/oauth/token");
  for (const secret of [code, tokens.access_token, tokens.refresh_token, "a state", "a+state", "assistant.example"])
    expect(log).not.toContain(secret);
});
