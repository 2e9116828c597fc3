import { eventually, openEvents } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { startSignIn } from "../testing/start-sign-in.ts";

describe("signing out everywhere", () => {
  it("ends every session, refuses every earlier token at once, and ends their streams", async () => {
    await using app = await startSignIn();
    const [here, there] = [await app.signedIn(), await app.signedIn()];
    const token = (await there.send("POST /auth/token")).body.access_token as string;
    const quota = () => app.send("GET /api/quota", { token });
    expect((await quota()).status).toBe(200);
    const stream = await fetch(`${app.url}/api/activity/stream?token=${token}`);
    let ended = false;
    void stream.text().then(() => (ended = true));
    app.services.clock.advance(1_500);
    expect((await here.send("DELETE /auth/sessions")).status).toBe(204);
    expect(here.cookies.size).toBe(0);
    expect((await quota()).status).toBe(401);
    expect((await fetch(`${app.url}/api/activity/stream?token=${token}`)).status).toBe(401);
    expect((await there.send("POST /auth/token")).status).toBe(401);
    await eventually(() => expect(ended).toBe(true));
  });

  it("ends the streams of earlier tokens soon when it was done at another process", async () => {
    await using app = await startSignIn({ pingSeconds: 0.01 });
    const before = (await (await app.signedIn()).send("POST /auth/token")).body.access_token as string;
    using stream = await openEvents(app.url, "GET /api/activity/stream", { token: before });
    app.services.clock.advance(1_500);
    const { sessions } = app.services.storage;
    await sessions.endAll("local:owner", app.services.clock.now());
    const after = (await (await app.signedIn()).send("POST /auth/token")).body.access_token as string;
    using other = await openEvents(app.url, "GET /api/activity/stream", { token: after });
    await eventually(() => expect(stream.ended).toBe(true));
    expect(other.ended).toBe(false);
  });

  it("lets its user sign in again in the same second, with tokens that count", async () => {
    await using app = await startSignIn();
    const browser = await app.signedIn();
    const before = (await browser.send("POST /auth/token")).body.access_token as string;
    app.services.clock.advance(5);
    await browser.send("DELETE /auth/sessions");
    app.services.clock.advance(5);
    await browser.send("POST /auth/local", { json: { code: await app.code() } });
    const after = (await browser.send("POST /auth/token")).body.access_token as string;
    expect((await app.send("GET /api/quota", { token: before })).status).toBe(401);
    expect((await app.send("GET /api/quota", { token: after })).status).toBe(200);
  });

  it("asks for a session", async () => {
    await using app = await startSignIn();
    expect((await app.browser().send("DELETE /auth/sessions")).status).toBe(401);
  });
});
