import { eventually, openEvents } from "@knote/testkit";
import { describe, expect, it, vi } from "vitest";
import { holdCalls } from "../testing/hold-calls.ts";
import { startSignIn } from "../testing/start-sign-in.ts";

describe("signing out everywhere", () => {
  it("ends every session, refuses every earlier token at once, and ends their streams", async () => {
    await using app = await startSignIn();
    const [here, there] = [await app.signedIn(), await app.signedIn()];
    const token = (await there.send("POST /auth/token")).body.access_token as string;
    const quota = () => app.send("GET /api/quota", { token });
    expect((await quota()).status).toBe(200);
    const stream = await fetch(`${app.url}/api/activity/stream?token=${token}`);
    let hasEnded = false;
    void stream.text().then(() => (hasEnded = true));
    app.services.clock.advance(1_500);
    expect((await here.send("DELETE /auth/sessions")).status).toBe(204);
    expect(here.cookies.size).toBe(0);
    expect((await quota()).status).toBe(401);
    expect((await fetch(`${app.url}/api/activity/stream?token=${token}`)).status).toBe(401);
    expect((await there.send("POST /auth/token")).status).toBe(401);
    await eventually(() => expect(hasEnded).toBe(true));
  });

  it("soon ends the streams of earlier tokens when another process handled it", async () => {
    await using app = await startSignIn({ pingSeconds: 0.01 });
    const before = (await (await app.signedIn()).send("POST /auth/token")).body.access_token as string;
    using stream = await openEvents(app.url, "GET /api/activity/stream", { token: before });
    app.services.clock.advance(1_500);
    const { sessions } = app.services.storage;
    await sessions.endAll("local:owner", app.services.clock.now());
    const after = (await (await app.signedIn()).send("POST /auth/token")).body.access_token as string;
    using other = await openEvents(app.url, "GET /api/activity/stream", { token: after });
    await eventually(() => expect(stream.hasEnded).toBe(true));
    expect(other.hasEnded).toBe(false);
  });

  it("lets its user sign in again in the same second, with valid tokens", async () => {
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

  it.each(["DELETE /auth/sessions", "DELETE /auth/account"])(
    "leaves no token valid that is minted while it is under way: %s",
    async (request) => {
      await using app = await startSignIn();
      const [here, there] = [await app.signedIn(), await app.signedIn()];
      // Long enough for the next use of the session to be recorded.
      app.services.clock.advance(120_000);
      const { sessions } = app.services.storage;
      const touch = holdCalls(sessions.touch);
      vi.spyOn(sessions, "touch").mockImplementationOnce(touch.call);
      const mintRequest = there.send("POST /auth/token");
      await eventually(() => expect(touch.arrivals).toBe(1));
      expect((await here.send(request, { json: { confirm: "erase" } })).status).toBe(204);
      touch.release();
      const { access_token: token } = (await mintRequest).body;
      expect(token).toEqual(expect.any(String));
      app.services.clock.advance(1_500);
      expect((await app.send("GET /api/quota", { token })).status).toBe(401);
      const again = (await (await app.signedIn()).send("POST /auth/token")).body.access_token as string;
      expect((await app.send("GET /api/quota", { token })).status).toBe(401);
      expect((await app.send("GET /api/quota", { token: again })).status).toBe(200);
    },
  );

  it("refuses tokens minted in between when it is done twice within one second", async () => {
    await using app = await startSignIn();
    const signedOut = async (): Promise<string> => {
      const browser = await app.signedIn();
      const { access_token } = (await browser.send("POST /auth/token")).body;
      app.services.clock.advance(1);
      expect((await browser.send("DELETE /auth/sessions")).status).toBe(204);
      return access_token as string;
    };
    for (const token of [await signedOut(), await signedOut(), await signedOut()])
      expect((await app.send("GET /api/quota", { token })).status).toBe(401);
  });

  it("distinguishes tokens of the command line from before and after it in the same second", async () => {
    await using app = await startSignIn();
    const browser = await app.signedIn();
    const before = await app.token("local:owner", { exactly: true });
    app.services.clock.advance(1);
    await browser.send("DELETE /auth/sessions");
    app.services.clock.advance(1);
    const after = await app.token("local:owner", { exactly: true });
    expect((await app.send("GET /api/quota", { token: before })).status).toBe(401);
    expect((await app.send("GET /api/quota", { token: after })).status).toBe(200);
  });

  it("needs a session", async () => {
    await using app = await startSignIn();
    expect((await app.browser().send("DELETE /auth/sessions")).status).toBe(401);
  });
});
