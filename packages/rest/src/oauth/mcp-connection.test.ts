import { connectConnector } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { CLIENT_ID, REDIRECT_URI, startConnectors } from "../testing/start-connectors.ts";
import { startSignIn } from "../testing/start-sign-in.ts";

const CALL = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
const MCP_HEADERS = { Accept: "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25" };

it("leads the official client from a refusal over the owner's consent to the tools", async () => {
  await using app = await startConnectors();
  const browser = await app.owner();
  await using client = await connectConnector({
    url: app.url,
    clientId: CLIENT_ID,
    redirectUri: REDIRECT_URI,
    async consent(address) {
      const { location } = await browser.send(`GET ${address.pathname}${address.search}`);
      const request = new URL(location!, app.url).searchParams.get("request");
      return new URL((await app.decide(browser, { request })).body.redirect_to);
    },
  });
  const { tools } = await client.listTools();
  const names = tools.map(({ name }) => name as string);
  expect(names).toContain("search");
  expect(names).toContain("ask");
  expect(names).not.toContain("create_note");
  expect(await client.callTool("search", { query: "anything" })).toMatchObject({ structuredContent: { results: [] } });
});

describe("a refusal at /mcp", () => {
  it("says where a connector finds out how to get a token, and for what", async () => {
    await using app = await startConnectors();
    const metadata = `resource_metadata="${app.url}/.well-known/oauth-protected-resource/mcp"`;
    const challengeOf = async (token?: string) =>
      (await app.send("POST /mcp", { json: CALL, headers: MCP_HEADERS, ...(token && { token }) })).headers[
        "www-authenticate"
      ];
    expect(await challengeOf()).toBe(`Bearer scope="notes:read ask", ${metadata}`);
    expect(await challengeOf("x")).toBe(`Bearer error="invalid_token", scope="notes:read ask", ${metadata}`);
    const { access_token: token = "" } = await app.connect(await app.owner());
    const json = { ...CALL, method: "tools/call", params: { name: "delete_note", arguments: { id: "x" } } };
    const refusal = await app.send("POST /mcp", { json, headers: MCP_HEADERS, token });
    expect([refusal.status, refusal.headers["www-authenticate"]]).toEqual([
      403,
      `Bearer error="insufficient_scope", scope="notes:write", ${metadata}`,
    ]);
  });

  it("says nothing of it elsewhere, or where connectors are off", async () => {
    await using app = await startConnectors();
    expect((await app.send("GET /api/quota")).headers["www-authenticate"]).toBe("Bearer");
    await using off = await startSignIn();
    const answer = await off.send("POST /mcp", { json: CALL, headers: MCP_HEADERS });
    expect([answer.status, answer.headers["www-authenticate"]]).toEqual([401, "Bearer"]);
  });
});

describe("a connector's access token", () => {
  it("is good at /mcp alone, and no refresh token is", async () => {
    await using app = await startConnectors();
    const { access_token: token = "", refresh_token: refresh = "" } = await app.connect(await app.owner());
    const call = (text: string) => app.send("POST /mcp", { json: CALL, headers: MCP_HEADERS, token: text });
    expect((await call(token)).status).toBe(200);
    for (const request of ["GET /api/quota", "GET /api/graph/notes", "GET /trpc/quota.get", "GET /api/activity/stream"])
      expect([request, (await app.send(request, { token })).status]).toEqual([request, 401]);
    expect((await app.send("GET /auth/tokens", { token })).status).toBe(401);
    expect((await call(refresh)).status).toBe(401);
  });

  it("ends after an hour, when it is replaced, and when its owner revokes the grant", async () => {
    await using app = await startConnectors();
    const browser = await app.owner();
    const call = async (token: string) =>
      (await app.send("POST /mcp", { json: CALL, headers: MCP_HEADERS, token })).status;
    const first = await app.connect(browser);
    app.services.clock.advance(3_600_000 - 1);
    expect(await call(first["access_token"]!)).toBe(200);
    app.services.clock.advance(1);
    expect(await call(first["access_token"]!)).toBe(401);
    const second = (await app.refresh(first["refresh_token"]!)).body;
    expect(await call(second.access_token)).toBe(200);
    const third = (await app.refresh(second.refresh_token)).body;
    expect([await call(second.access_token), await call(third.access_token)]).toEqual([401, 200]);

    const [grant] = (await browser.send("GET /auth/tokens")).body.tokens;
    expect(grant).toMatchObject({ kind: "grant", name: "Assistant", connector: CLIENT_ID });
    expect((await browser.send(`DELETE /auth/tokens/${grant.id}`)).status).toBe(204);
    expect(await call(third.access_token)).toBe(401);
    expect((await app.refresh(third.refresh_token)).body.error).toBe("invalid_grant");
  });

  it("ends with either of its secrets at /oauth/revoke", async () => {
    await using app = await startConnectors();
    const browser = await app.owner();
    for (const name of ["access_token", "refresh_token"]) {
      const tokens = await app.connect(browser);
      const headers = { "Content-Type": "application/x-www-form-urlencoded" };
      await app.send("POST /oauth/revoke", { headers, bytes: `token=${tokens[name]}` });
      expect((await app.refresh(tokens["refresh_token"]!)).body.error).toBe("invalid_grant");
    }
  });
});
