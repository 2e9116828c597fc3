import { DAY_MS } from "@knote/contract";
import { startFakeGitHub } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { startSignIn } from "../testing/start-sign-in.ts";

describe("the cookie of a session", () => {
  it("is out of reach of scripts and other sites, and lasts thirty days", async () => {
    await using app = await startSignIn();
    const { headers } = await app.browser().send("POST /auth/local", { json: { code: await app.code() } });
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^knote-\d+=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
  });

  it("is bound to the host and to https if the public address has https", async () => {
    await using app = await startSignIn({ publicUrl: "https://notes.example.com" });
    const requestOptions = { json: { code: await app.code() }, headers: { Origin: "https://notes.example.com" } };
    const { headers } = await app.browser().send("POST /auth/local", requestOptions);
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-knote=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax; Secure$/),
    ]);
  });

  it("is stored as a digest only", async () => {
    await using app = await startSignIn();
    const browser = await app.signedIn();
    const [secret = ""] = browser.cookies.values();
    expect(await app.services.storage.sessions.find(secret, 0)).toBeNull();
    const storedSessions = await app.services.storage.sessions.list("local:owner", 0);
    expect(storedSessions).toHaveLength(1);
    expect(JSON.stringify(storedSessions)).not.toContain(secret);
  });

  it("changes with each sign-in, and the previous one stops working", async () => {
    await using app = await startSignIn();
    const browser = await app.signedIn();
    const [name, before] = [...browser.cookies][0]!;
    await browser.send("POST /auth/local", { json: { code: await app.code() } });
    expect(browser.cookies.get(name)).not.toBe(before);
    expect((await browser.send("GET /auth/sessions")).body.sessions).toHaveLength(1);
    browser.cookies.set(name, before);
    expect((await browser.send("POST /auth/token")).status).toBe(401);
  });

  it.each(["", "x", "a".repeat(43), "a".repeat(5_000), "%00", '"; Path=/'])(
    "opens nothing when it is %j, and is cleared",
    async (value) => {
      await using app = await startSignIn();
      const { port } = new URL(app.url);
      const answer = await app.send("GET /auth/account", { headers: { Cookie: `knote-${port}=${value}` } });
      expect([answer.status, answer.body]).toEqual([401, { detail: "You are not signed in." }]);
      expect(String(answer.headers["set-cookie"])).toContain("Max-Age=0");
    },
  );

  it("does not open the API: that takes a token", async () => {
    await using app = await startSignIn();
    const browser = await app.signedIn();
    for (const path of ["GET /api/quota", "GET /api/graph/notes", "GET /trpc/notes.list", "POST /api/ask"])
      expect((await browser.send(path)).status).toBe(401);
  });
});

describe("a session", () => {
  it("mints tokens that last an hour for its user", async () => {
    await using app = await startSignIn();
    const browser = await app.signedIn();
    const { status, body, headers } = await browser.send("POST /auth/token");
    expect([status, body]).toEqual([
      200,
      { access_token: expect.any(String), token_type: "Bearer", expires_in: 3_600 },
    ]);
    expect(headers.get("cache-control")).toBe("no-store");
    const asOwner = () => app.send("GET /api/quota", { token: body.access_token });
    expect((await asOwner()).body).toMatchObject({ tier: "agent" });
    app.services.clock.advance(3_631_000);
    expect((await asOwner()).status).toBe(401);
    expect((await browser.send("POST /auth/token")).status).toBe(200);
  });

  it("is optional for a page that only checks for it, which opens nothing", async () => {
    await using app = await startSignIn();
    const visitor = app.browser();
    expect(await visitor.send("POST /auth/token?optional=true")).toMatchObject({ status: 204, body: undefined });
    const browser = await app.signedIn();
    const oldCookies = [...browser.cookies];
    expect((await browser.send("POST /auth/token?optional=true")).body).toMatchObject({ token_type: "Bearer" });
    await browser.send("POST /auth/logout");
    for (const [name, value] of oldCookies) browser.cookies.set(name, value);
    expect((await browser.send("POST /auth/token?optional=false")).status).toBe(401);
    for (const [name, value] of oldCookies) browser.cookies.set(name, value);
    expect((await browser.send("POST /auth/token?optional=true")).status).toBe(204);
    expect(browser.cookies.size).toBe(0);
  });

  it("mints no token that outlives it, and ends after thirty days", async () => {
    await using app = await startSignIn();
    const browser = await app.signedIn();
    app.services.clock.advance(30 * DAY_MS - 60_000);
    expect((await browser.send("POST /auth/token")).body.expires_in).toBe(60);
    app.services.clock.advance(60_000);
    expect((await browser.send("POST /auth/token")).status).toBe(401);
  });

  it("ends with signing out, even for a copy of its cookie", async () => {
    await using app = await startSignIn();
    const [browser, other] = [await app.signedIn(), await app.signedIn()];
    const oldCookies = [...browser.cookies];
    const { access_token: token } = (await browser.send("POST /auth/token")).body;
    expect((await app.send("GET /api/quota", { token })).status).toBe(200);
    expect((await browser.send("POST /auth/logout")).status).toBe(204);
    expect((await app.send("GET /api/quota", { token })).status).toBe(401);
    expect(browser.cookies.size).toBe(0);
    for (const [name, value] of oldCookies) browser.cookies.set(name, value);
    expect((await browser.send("POST /auth/token")).status).toBe(401);
    expect((await other.send("POST /auth/token")).status).toBe(200);
    expect((await app.browser().send("POST /auth/logout")).status).toBe(204);
  });

  it("is listed for its user, and can be ended from the user's other sessions", async () => {
    await using app = await startSignIn();
    const phone = await app.signedIn("Phone/1");
    app.services.clock.advance(120_000);
    const laptop = await app.signedIn("Laptop/1");
    app.services.clock.advance(120_000);
    await phone.send("POST /auth/token");
    const { sessions } = (await laptop.send("GET /auth/sessions")).body;
    const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const times = { created_at: moment, last_used_at: moment, expires_at: moment };
    const id = expect.any(String);
    expect(sessions).toEqual([
      { id, user_agent: "Laptop/1", current: true, ...times },
      { id, user_agent: "Phone/1", current: false, ...times },
    ]);
    expect((await laptop.send(`DELETE /auth/sessions/${sessions[1].id}`)).status).toBe(204);
    expect((await phone.send("POST /auth/token")).status).toBe(401);
    expect((await laptop.send(`DELETE /auth/sessions/${sessions[1].id}`)).status).toBe(404);
    expect((await laptop.send(`DELETE /auth/sessions/${sessions[0].id}`)).status).toBe(204);
    expect(laptop.cookies.size).toBe(0);
  });

  it("cannot be seen or ended by anybody else", async () => {
    await using github = await startFakeGitHub();
    await using app = await startSignIn({ github });
    const ada = await app.signedIn();
    github.person = { id: 4712, login: "mallory", name: "Mallory" };
    const mallory = await app.signedIn();
    const { sessions } = (await ada.send("GET /auth/sessions")).body;
    expect((await mallory.send(`DELETE /auth/sessions/${sessions[0].id}`)).status).toBe(404);
    expect((await mallory.send("GET /auth/sessions")).text).not.toContain(sessions[0].id);
    await mallory.send("DELETE /auth/sessions");
    expect((await ada.send("POST /auth/token")).status).toBe(200);
  });
});

describe("a request that changes something must come from a page of this service", () => {
  const CHANGES = [
    "POST /auth/local",
    "POST /auth/token",
    "POST /auth/logout",
    "DELETE /auth/sessions",
    "DELETE /auth/sessions/x",
    "DELETE /auth/account",
  ];
  const FOREIGN: Record<string, Record<string, string>> = {
    "another site": { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" },
    "another site of an old browser": { Origin: "https://evil.example" },
    "a site of the same domain": { Origin: "http://other.localhost", "Sec-Fetch-Site": "same-site" },
    "a sandboxed frame": { Origin: "null" },
    "another port": { Origin: "http://127.0.0.1:1" },
    "https in the name of http": { Origin: "https://127.0.0.1" },
    "the address bar": { "Sec-Fetch-Site": "none", Origin: "" },
    "nobody knows where": { Origin: "" },
  };

  it.each(Object.entries(FOREIGN))("not %s", async (_name, headers) => {
    await using app = await startSignIn();
    const browser = await app.signedIn();
    const json = { code: await app.code(), confirm: "erase" };
    for (const change of CHANGES) {
      const answer = await browser.send(change, { headers, json });
      expect([change, answer.status, answer.headers.getSetCookie()]).toEqual([change, 403, []]);
    }
    expect((await browser.send("POST /auth/token")).status).toBe(200);
  });

  it("trusts Sec-Fetch-Site before Origin, and only https if the public address has https", async () => {
    await using app = await startSignIn({ publicUrl: "https://notes.example.com" });
    const attempt = async (headers: Record<string, string>) =>
      (await app.browser().send("POST /auth/logout", { headers })).status;
    expect(await attempt({ "Sec-Fetch-Site": "same-origin", Origin: "https://renamed.example" })).toBe(204);
    expect(await attempt({ Origin: "https://notes.example.com" })).toBe(204);
    expect(await attempt({ Origin: "http://notes.example.com" })).toBe(403);
    expect(await attempt({})).toBe(403);
  });

  it("takes a code and a confirmation as JSON only", async () => {
    await using app = await startSignIn();
    const browser = await app.signedIn();
    for (const change of ["POST /auth/local", "DELETE /auth/account"]) {
      const headers = { "Content-Type": "text/plain" };
      expect((await browser.send(change, { headers, json: { confirm: "erase" } })).status).toBe(415);
    }
    expect((await browser.send("GET /auth/account")).status).toBe(200);
  });
});
