import { describe, expect, it } from "vitest";
import { startSignIn } from "../testing/start-sign-in.ts";
import { startApp } from "../testing/start-app.ts";

describe("the one-time link of a single-user service", () => {
  it("is what visitors are asked for", async () => {
    await using app = await startSignIn();
    expect((await app.browser().send("GET /auth/options")).body).toEqual({ mode: "local" });
    expect((await app.browser().send("GET /auth/github")).status).toBe(404);
  });

  it("signs in the owner, once", async () => {
    await using app = await startSignIn();
    const code = await app.code();
    const [owner, late] = [app.browser(), app.browser()];
    expect((await owner.send("POST /auth/local", { json: { code } })).status).toBe(204);
    const refusal = await late.send("POST /auth/local", { json: { code } });
    expect([refusal.status, refusal.body.detail]).toEqual([401, expect.stringContaining("used already")]);
    expect(late.cookies.size).toBe(0);
    expect((await owner.send("GET /auth/account")).body).toEqual({ id: "local:owner", name: "Owner", tier: "agent" });
  });

  it("signs in only one of many who use it at the same time", async () => {
    await using app = await startSignIn();
    const code = await app.code();
    const tries = Array.from({ length: 8 }, () => app.browser().send("POST /auth/local", { json: { code } }));
    const statuses = (await Promise.all(tries)).map(({ status }) => status).toSorted();
    expect(statuses).toEqual([204, 401, 401, 401, 401, 401, 401, 401]);
  });

  it("is not used up by link previews, and shows its code to the page only", async () => {
    await using app = await startSignIn();
    const code = await app.code();
    for (const method of ["HEAD", "GET", "GET"]) {
      const { status, location, headers } = await app.browser().send(`${method} /auth/local?code=${code}`);
      expect([status, location]).toEqual([303, `/signin#code=${code}`]);
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.getSetCookie()).toEqual([]);
    }
    expect((await app.browser().send("POST /auth/local", { json: { code } })).status).toBe(204);
  });

  it.each(["", "?code=", "?code=%0d%0aX:%20y", "?code=a%23b", "?code=//evil.example", `?code=${"a".repeat(300)}`])(
    "leads to the sign-in page when its code is malformed: %j",
    async (query) => {
      await using app = await startSignIn();
      expect((await app.browser().send(`GET /auth/local${query}`)).location).toBe("/signin?error=expired");
    },
  );

  it("is valid for ten minutes", async () => {
    await using app = await startSignIn();
    const [early, late] = [await app.code(), await app.code()];
    app.services.clock.advance(599_000);
    expect((await app.browser().send("POST /auth/local", { json: { code: early } })).status).toBe(204);
    app.services.clock.advance(1_000);
    expect((await app.browser().send("POST /auth/local", { json: { code: late } })).status).toBe(401);
  });

  it("limits guesses", async () => {
    await using app = await startSignIn({ signInsPerMinute: 3 });
    const guess = () => app.browser().send("POST /auth/local", { json: { code: "a".repeat(43) } });
    for (let attempt = 0; attempt < 3; attempt++) expect((await guess()).status).toBe(401);
    const refusal = await guess();
    expect(refusal.status).toBe(429);
    expect(Number(refusal.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it.each([
    [422, { code: 7 }],
    [422, {}],
    [422, ["code"]],
    [401, { code: "" }],
    [401, { code: "../../etc/passwd" }],
    [401, { code: "\u0000" }],
  ])("answers %i to %j", async (status, json) => {
    await using app = await startSignIn();
    const browser = app.browser();
    expect((await browser.send("POST /auth/local", { json })).status).toBe(status);
    expect(browser.cookies.size).toBe(0);
  });

  it("never logs its code", async () => {
    await using app = await startSignIn();
    const code = await app.code();
    const browser = app.browser();
    await browser.send(`GET /auth/local?code=${code}`);
    await browser.send("POST /auth/local", { json: { code } });
    await browser.send("POST /auth/local", { json: { code } });
    const logText = app.logLines.join("\n");
    expect(logText).toContain("/auth/local");
    for (const secret of [code, ...browser.cookies.values()]) expect(logText).not.toContain(secret);
  });
});

it("offers no sign-in when tokens come from another issuer", async () => {
  await using app = await startApp();
  expect((await app.send("GET /auth/options")).body).toEqual({ mode: "external" });
  for (const path of ["POST /auth/local", "GET /auth/github", "POST /auth/token", "GET /auth/account"])
    expect((await app.send(path)).status).toBe(404);
});
