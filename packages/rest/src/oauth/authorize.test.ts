import { describe, expect, it } from "vitest";
import { CLIENT_ID, clientDocument, REDIRECT_URI, startConnectors } from "../testing/start-connectors.ts";

const PAGE_TITLE = "This application cannot connect to Knote";

describe("a request that may not come from the application that it names", () => {
  it.each([
    [undefined, "client_id must be the https address of a document about the application."],
    ["assistant", "client_id must be the https address of a document about the application."],
    [
      "http://assistant.example/client.json",
      "client_id must be the https address of a document about the application.",
    ],
    ["https://assistant.example", "client_id must be the https address of a document about the application."],
    ["https://assistant.example/", "client_id must be the https address of a document about the application."],
    [
      "https://assistant.example/a/../client.json",
      "client_id must be the https address of a document about the application.",
    ],
    [
      "https://user@assistant.example/client.json",
      "client_id must be the https address of a document about the application.",
    ],
    [
      "https://assistant.example/client.json#a",
      "client_id must be the https address of a document about the application.",
    ],
    [
      `https://assistant.example/${"a".repeat(1_000)}`,
      "client_id must be the https address of a document about the application.",
    ],
    ["https://unknown.example/client.json", "The document at client_id cannot be read. The answer was 404."],
  ])("is shown to its owner: client_id %s", async (clientId, sentence) => {
    await using app = await startConnectors();
    const browser = await app.owner();
    const page = await browser.send(`GET /oauth/authorize?${app.query({ client_id: clientId })}`);
    expect([page.status, page.location, page.headers.get("content-type")]).toEqual([
      400,
      null,
      "text/html; charset=utf-8",
    ]);
    expect(page.text).toContain(PAGE_TITLE);
    expect(page.text).toContain(sentence);
    const refusal = { detail: sentence };
    expect((await browser.send(`GET /oauth/consent?request=${app.request({ client_id: clientId })}`)).body).toEqual(
      refusal,
    );
    const decision = await app.decide(browser, { request: app.request({ client_id: clientId }) });
    expect([decision.status, decision.body]).toEqual([400, refusal]);
  });

  it.each([
    ["no JSON", "The document at client_id must be JSON with client_id and redirect_uris."],
    ["[]", "The document at client_id must be JSON with client_id and redirect_uris."],
    [
      clientDocument({ redirect_uris: undefined }),
      "The document at client_id must be JSON with client_id and redirect_uris.",
    ],
    [clientDocument({ redirect_uris: [] }), "The document at client_id must be JSON with client_id and redirect_uris."],
    [
      clientDocument({ redirect_uris: [1] }),
      "The document at client_id must be JSON with client_id and redirect_uris.",
    ],
    [clientDocument({ client_id: `${CLIENT_ID}/` }), "The document at client_id names another client_id."],
    [
      clientDocument({ token_endpoint_auth_method: "client_secret_post" }),
      "The document at client_id asks for a secret; only public clients can connect.",
    ],
  ])("is shown to its owner: document %s", async (document, sentence) => {
    await using app = await startConnectors();
    app.documents.set(CLIENT_ID, document);
    const page = await app.visitor().send(`GET /oauth/authorize?${app.query()}`);
    expect([page.status, page.location]).toEqual([400, null]);
    expect(page.text).toContain(sentence);
  });

  it.each([
    undefined,
    "",
    `${REDIRECT_URI}/`,
    `${REDIRECT_URI}?a=b`,
    `${REDIRECT_URI}#a`,
    "https://ASSISTANT.example/callback",
    "https://evil.example/callback",
    "https://assistant.example:8443/callback",
    "http://assistant.example/callback",
    "http://localhost/other",
    "http://localhost.evil.example/callback",
    "http://127.0.0.2/callback",
    "javascript:alert(1)",
    "data:text/html,x",
    "/callback",
    `${REDIRECT_URI}${"a".repeat(1_000)}`,
  ])("is not led to redirect_uri %s", async (redirectUri) => {
    await using app = await startConnectors();
    const documents = clientDocument({
      redirect_uris: [REDIRECT_URI, "http://localhost/callback", "javascript:alert(1)"],
    });
    app.documents.set(CLIENT_ID, documents);
    const page = await app.visitor().send(`GET /oauth/authorize?${app.query({ redirect_uri: redirectUri })}`);
    expect([page.status, page.location]).toEqual([400, null]);
    expect(page.text).toContain("redirect_uri is not one of those in the document at client_id.");
  });

  it("is shown without running what it says", async () => {
    await using app = await startConnectors({ hosts: ["other.example"] });
    const id = "https://%3Cscript%3E.example/client.json";
    const page = await app.visitor().send(`GET /oauth/authorize?${app.query({ client_id: id })}`);
    expect(page.text).not.toContain("<script");
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(page.headers.get("x-frame-options")).toBe("DENY");
  });

  it("names no parameter twice", async () => {
    await using app = await startConnectors();
    const page = await app.visitor().send(`GET /oauth/authorize?${app.query()}&client_id=x`);
    expect([page.status, page.location]).toEqual([400, null]);
  });
});

describe("a request that its application is told about", () => {
  it.each([
    [{ response_type: undefined }, "unsupported_response_type", "response_type must be code."],
    [{ response_type: "token" }, "unsupported_response_type", "response_type must be code."],
    [
      { code_challenge: undefined },
      "invalid_request",
      "code_challenge must be an S256 challenge, and code_challenge_method S256.",
    ],
    [
      { code_challenge_method: "plain" },
      "invalid_request",
      "code_challenge must be an S256 challenge, and code_challenge_method S256.",
    ],
    [
      { code_challenge_method: undefined },
      "invalid_request",
      "code_challenge must be an S256 challenge, and code_challenge_method S256.",
    ],
    [
      { code_challenge: "short" },
      "invalid_request",
      "code_challenge must be an S256 challenge, and code_challenge_method S256.",
    ],
    [
      { scope: "notes:read admin" },
      "invalid_scope",
      "scope can hold notes:read, ask, notes:write with spaces between.",
    ],
    [{ scope: "webhooks" }, "invalid_scope", "scope can hold notes:read, ask, notes:write with spaces between."],
    [{ state: "s".repeat(2_001) }, "invalid_request", "state must have at most 2,000 characters."],
  ])("%j: %s", async (fields, error, description) => {
    await using app = await startConnectors();
    const browser = await app.owner();
    const { status, location } = await browser.send(`GET /oauth/authorize?${app.query(fields)}`);
    const back = new URL(location!);
    expect([status, back.origin + back.pathname]).toEqual([303, REDIRECT_URI]);
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error,
      error_description: description,
      iss: app.url,
    });
    expect(back.searchParams.get("code")).toBeNull();
    // The page cannot be used to go around the check.
    const decision = await app.decide(browser, { request: app.request(fields) });
    expect(decision.body).toEqual({ redirect_to: location });
    expect((await browser.send(`GET /oauth/consent?request=${app.request(fields)}`)).body).toEqual({
      redirect_to: location,
    });
  });

  it.each([undefined, "https://other.example/mcp", "/mcp"])("resource %s", async (resource) => {
    await using app = await startConnectors();
    const { location } = await app.visitor().send(`GET /oauth/authorize?${app.query({ resource })}`);
    expect(Object.fromEntries(new URL(location!).searchParams)).toMatchObject({
      error: "invalid_target",
      error_description: `resource must be ${app.resource}.`,
    });
  });

  it("keeps the query of the redirect_uri", async () => {
    await using app = await startConnectors();
    const redirectUri = `${REDIRECT_URI}?tenant=1`;
    app.documents.set(CLIENT_ID, clientDocument({ redirect_uris: [redirectUri] }));
    const { body } = await app.decide(await app.owner(), { request: app.request({ redirect_uri: redirectUri }) });
    expect(new URL(body.redirect_to).searchParams.get("tenant")).toBe("1");
  });
});

describe("an application", () => {
  it("on the browser's machine may listen at any port, and the owner is warned", async () => {
    await using app = await startConnectors();
    const browser = await app.owner();
    for (const redirectUri of ["http://localhost:49152/callback", "http://127.0.0.1:1/callback"]) {
      const { body } = await browser.send(`GET /oauth/consent?request=${app.request({ redirect_uri: redirectUri })}`);
      expect(body).toMatchObject({ return_host: new URL(redirectUri).host, is_loopback: true });
    }
  });

  it("cannot hide behind its name", async () => {
    await using app = await startConnectors();
    const browser = await app.owner();
    const nameOf = async (name: unknown) => {
      app.documents.set(CLIENT_ID, clientDocument({ client_name: name }));
      return (await browser.send(`GET /oauth/consent?request=${app.request()}`)).body.client_name as string;
    };
    expect(await nameOf("  Good \u202Etnatsissa\u0000\n name ")).toBe("Good tnatsissa name");
    expect(await nameOf("n".repeat(101))).toBe("n".repeat(100));
    expect(await nameOf("🦉".repeat(101))).toBe("🦉".repeat(100));
    expect(await nameOf(" \u200B ")).toBe("assistant.example");
    expect(await nameOf(undefined)).toBe("assistant.example");
  });

  it("may be of a host that the operator listed, and of no other", async () => {
    await using narrow = await startConnectors({ hosts: ["other.example", "assistant.example"] });
    expect((await narrow.send(`GET /oauth/authorize?${narrow.query()}`)).status).toBe(303);
    await using other = await startConnectors({ hosts: ["other.example", "example"] });
    const page = await other.send(`GET /oauth/authorize?${other.query()}`);
    expect(page.status).toBe(400);
    expect(page.text).toContain(
      "Applications of assistant.example may not connect here: the operator did not list it in MCP_CLIENTS.",
    );
  });
});
