import { startFakeGitHub } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { startSignIn } from "../testing/start-sign-in.ts";

describe("signing in at GitHub", () => {
  it("is offered to visitors", async () => {
    await using github = await startFakeGitHub();
    await using app = await startSignIn({ github });
    const { status, body } = await app.browser().send("GET /auth/options");
    expect([status, body]).toEqual([200, { mode: "github", provider: { name: "GitHub", url: "/auth/github" } }]);
    expect((await app.browser().send("GET /auth/local?code=x")).status).toBe(404);
  });

  it("brings the browser back to where it was, as the person at GitHub", async () => {
    await using github = await startFakeGitHub({ id: 99, login: "Grace", name: "Grace Hopper" });
    await using app = await startSignIn({ github });
    const browser = app.browser();
    expect(await browser.visit("/auth/github?return_to=%2Fnotes%3Ftag%3Dnavy")).toBe("/notes?tag=navy");
    expect((await browser.send("GET /auth/account")).body).toEqual({
      id: "github:99",
      name: "Grace Hopper",
      login: "Grace",
      tier: "free",
    });
    const { access_token } = (await browser.send("POST /auth/token")).body;
    expect((await app.send("GET /api/quota", { token: access_token })).body).toMatchObject({ tier: "free" });
    expect(github.requests).toEqual([
      "GET /login/oauth/authorize",
      "POST /login/oauth/access_token",
      "GET /api/v3/user",
    ]);
  });

  it("uses the login of a person without a name", async () => {
    await using github = await startFakeGitHub({ login: "nameless", name: null });
    await using app = await startSignIn({ github });
    const browser = await app.signedIn();
    expect((await browser.send("GET /auth/account")).body).toMatchObject({ name: "nameless", login: "nameless" });
  });

  it("asks with state and PKCE, for no scopes, and stores nothing readable in the browser", async () => {
    await using github = await startFakeGitHub();
    await using app = await startSignIn({ github });
    const { status, location, headers } = await app.browser().send("GET /auth/github?return_to=/notes");
    const authorizeUrl = new URL(location!);
    expect([status, authorizeUrl.origin + authorizeUrl.pathname]).toEqual([303, `${github.url}/login/oauth/authorize`]);
    expect(Object.fromEntries(authorizeUrl.searchParams)).toEqual({
      response_type: "code",
      client_id: github.env["GITHUB_CLIENT_ID"],
      redirect_uri: `${app.url}/auth/github/callback`,
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    });
    const [cookie] = headers.getSetCookie();
    expect(cookie).toMatch(/^knote-signin-\d+=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(cookie).not.toContain(authorizeUrl.searchParams.get("state"));
    expect(Buffer.from(cookie!.split(/[=.]/)[1]!, "base64url").toString()).not.toContain("notes");
  });

  it("never redirects to another site", async () => {
    await using github = await startFakeGitHub();
    await using app = await startSignIn({ github });
    for (const address of [
      "//evil.example",
      "/\\evil.example",
      "https://evil.example",
      "/.//evil.example",
      "/\r\nX: y",
    ])
      expect(await app.browser().visit(`/auth/github?return_to=${encodeURIComponent(address)}`)).toBe("/");
  });

  it("lets in only those whom ALLOWED_USERS names, ignoring case", async () => {
    await using github = await startFakeGitHub({ login: "Ada-Loewe" });
    await using app = await startSignIn({ github, allowedUsers: ["grace", "ADA-loewe"] });
    expect(await app.browser().visit("/auth/github")).toBe("/");
    github.person = { id: 666, login: "ada-loewe-2", name: "Ada Löwe" };
    const stranger = app.browser();
    expect(await stranger.visit("/auth/github")).toMatch(/^\/signin\?error=not_allowed&request_id=[\w-]+$/);
    expect(stranger.cookies.size).toBe(0);
    expect((await stranger.send("POST /auth/token")).status).toBe(401);
  });
});

describe("ALLOWED_USERS", () => {
  it("names an account by its number, whatever its login is now, and no account whose login is that number", async () => {
    await using github = await startFakeGitHub({ id: 4711, login: "renamed" });
    await using app = await startSignIn({ github, allowedUsers: ["4711"] });
    expect(await app.browser().visit("/auth/github")).toBe("/");
    github.person = { id: 4712, login: "4711", name: null };
    expect(await app.browser().visit("/auth/github")).toMatch(/^\/signin\?error=not_allowed&/);
    github.person = { id: 47_110, login: "ada", name: null };
    expect(await app.browser().visit("/auth/github")).toMatch(/^\/signin\?error=not_allowed&/);
  });

  it.each(["\u212Aim", "\u017Fam", "K\u0130m"])("refuses look-alike logins in other letters: %j", async (login) => {
    await using github = await startFakeGitHub({ login });
    await using app = await startSignIn({ github, allowedUsers: ["kim", "sam"] });
    expect(await app.browser().visit("/auth/github")).toMatch(/^\/signin\?error=not_allowed&/);
  });
});

describe("a failed sign-in is reported by the sign-in page, with the request id of the log", () => {
  it("when the person says no", async () => {
    await using github = await startFakeGitHub();
    await using app = await startSignIn({ github });
    github.consents = false;
    const browser = app.browser();
    const signInUrl = new URL(await browser.visit("/auth/github?return_to=/notes"), app.url);
    expect(signInUrl.pathname).toBe("/signin");
    expect(Object.fromEntries(signInUrl.searchParams)).toEqual({
      error: "denied",
      return_to: "/notes",
      request_id: expect.any(String),
    });
    expect(app.logLines.join("\n")).toContain(signInUrl.searchParams.get("request_id"));
    expect(browser.cookies.size).toBe(0);
  });

  it.each(["token", "redirect", "profile", "odd-profile"] as const)("when GitHub fails: %s", async (failure) => {
    await using github = await startFakeGitHub();
    await using app = await startSignIn({ github });
    github.failure = failure;
    const browser = app.browser();
    expect(await browser.visit("/auth/github")).toMatch(/^\/signin\?error=provider&/);
    expect(browser.cookies.size).toBe(0);
    expect(github.requests).not.toContain("POST /elsewhere");
  });

  it("when GitHub refuses the client, which it says with status 200", async () => {
    await using github = await startFakeGitHub();
    const env = { ...github.env, GITHUB_CLIENT_SECRET: "another" };
    await using app = await startSignIn({ github: { ...github, env } });
    expect(await app.browser().visit("/auth/github")).toMatch(/^\/signin\?error=provider&/);
    expect(app.logLines.join("\n")).toContain("incorrect_client_credentials");
  });

  it("when GitHub cannot be reached", async () => {
    const github = await startFakeGitHub();
    await using app = await startSignIn({ github });
    const browser = app.browser();
    const { location } = await browser.send("GET /auth/github");
    await github[Symbol.asyncDispose]();
    const state = new URL(location!).searchParams.get("state");
    const back = await browser.send(`GET /auth/github/callback?code=abc&state=${state}`);
    expect(back.location).toMatch(/^\/signin\?error=provider&/);
  });

  it("when it took longer than ten minutes", async () => {
    await using github = await startFakeGitHub();
    await using app = await startSignIn({ github });
    const browser = app.browser();
    const { location } = await browser.send("GET /auth/github");
    const { headers } = await fetch(location!, { redirect: "manual" });
    app.services.clock.advance(601_000);
    const { pathname, search } = new URL(headers.get("location")!);
    expect((await browser.send(`GET ${pathname}${search}`)).location).toMatch(/^\/signin\?error=expired&/);
    expect(github.requests).toEqual(["GET /login/oauth/authorize"]);
  });

  it("when one address tries too often", async () => {
    await using github = await startFakeGitHub();
    await using app = await startSignIn({ github, signInsPerMinute: 2 });
    const browser = app.browser();
    for (let attempt = 0; attempt < 2; attempt++) await browser.send("GET /auth/github");
    expect((await browser.send("GET /auth/github")).location).toMatch(/^\/signin\?error=limit&/);
    expect((await browser.send("GET /auth/github/callback?code=x")).location).toMatch(/^\/signin\?error=limit&/);
  });
});

describe("a callback that does not belong to this browser's sign-in", () => {
  it("signs nobody in: neither without the cookie, nor with another visit's state, nor twice", async () => {
    await using github = await startFakeGitHub();
    await using app = await startSignIn({ github });
    const [victim, attacker] = [app.browser(), app.browser()];
    const signInStart = await attacker.send("GET /auth/github");
    const back = new URL((await fetch(signInStart.location!, { redirect: "manual" })).headers.get("location")!);
    const plantedRequest = `GET ${back.pathname}${back.search}`;
    expect((await victim.send(plantedRequest)).location).toMatch(/^\/signin\?error=expired&/);
    await victim.send("GET /auth/github");
    expect((await victim.send(plantedRequest)).location).toMatch(/^\/signin\?error=expired&/);
    expect(victim.cookies.size).toBe(0);
    const flow = [...attacker.cookies];
    expect((await attacker.send(plantedRequest)).location).toBe("/");
    for (const [name, value] of flow) attacker.cookies.set(name, value);
    expect((await attacker.send(plantedRequest)).location).toMatch(/^\/signin\?error=expired&/);
  });

  it("nor when it was used before, whatever code it brings now", async () => {
    await using github = await startFakeGitHub();
    await using app = await startSignIn({ github });
    const browser = app.browser();
    const { location } = await browser.send("GET /auth/github");
    const backs = await Promise.all(
      [1, 2].map(async () => new URL((await fetch(location!, { redirect: "manual" })).headers.get("location")!)),
    );
    const flow = [...browser.cookies];
    const again = app.browser();
    for (const [name, value] of flow) again.cookies.set(name, value);
    expect((await browser.send(`GET ${backs[0]!.pathname}${backs[0]!.search}`)).location).toBe("/");
    const second = await again.send(`GET ${backs[1]!.pathname}${backs[1]!.search}`);
    expect(second.location).toMatch(/^\/signin\?error=expired&/);
    expect((await again.send("POST /auth/token")).status).toBe(401);
  });

  it("nor with a code that was given for another challenge", async () => {
    await using github = await startFakeGitHub();
    await using app = await startSignIn({ github });
    const [one, other] = [app.browser(), app.browser()];
    const signInStart = await one.send("GET /auth/github");
    const stolen = new URL((await fetch(signInStart.location!, { redirect: "manual" })).headers.get("location")!);
    const state = new URL((await other.send("GET /auth/github")).location!).searchParams.get("state");
    const back = await other.send(`GET /auth/github/callback?code=${stolen.searchParams.get("code")}&state=${state}`);
    expect(back.location).toMatch(/^\/signin\?error=expired&/);
    expect(other.cookies.size).toBe(0);
  });

  it("nor with a cookie that was changed", async () => {
    await using github = await startFakeGitHub();
    await using app = await startSignIn({ github });
    const browser = app.browser();
    const signInStart = await browser.send("GET /auth/github");
    const back = new URL((await fetch(signInStart.location!, { redirect: "manual" })).headers.get("location")!);
    for (const [name, value] of browser.cookies) browser.cookies.set(name, `${value.slice(0, -4)}AAAA`);
    expect((await browser.send(`GET ${back.pathname}${back.search}`)).location).toMatch(/^\/signin\?error=expired&/);
  });
});

it("logs no error of the provider that could contain a secret", async () => {
  await using github = await startFakeGitHub();
  await using app = await startSignIn({ github });
  const browser = app.browser();
  const { location } = await browser.send("GET /auth/github");
  const state = new URL(location!).searchParams.get("state");
  const secret = github.env["GITHUB_CLIENT_SECRET"]!;
  const back = await browser.send(`GET /auth/github/callback?error=${secret}&state=${state}`);
  expect(back.location).toMatch(/^\/signin\?error=provider&/);
  expect(app.logLines.join("\n")).toContain("something odd");
  expect(app.logLines.join("\n")).not.toContain(secret);
});

it("logs neither codes nor tokens nor cookies", async () => {
  await using github = await startFakeGitHub();
  await using app = await startSignIn({ github });
  const browser = await app.signedIn();
  github.failure = "odd-profile";
  await app.browser().visit("/auth/github");
  const { access_token } = (await browser.send("POST /auth/token")).body;
  const logText = app.logLines.join("\n");
  expect(logText).toContain("/auth/github/callback");
  expect(github.secrets).toHaveLength(4);
  for (const secret of [...github.secrets, ...browser.cookies.values(), access_token])
    expect(logText).not.toContain(secret);
});
