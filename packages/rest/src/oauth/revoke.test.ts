import { aGrant, eventually, openEvents } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { startSignIn } from "../testing/start-sign-in.ts";

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
const UNKNOWN = "knote_pat_EXAMPLEexampleEXAMPLEexample002hf6JF";

type App = Awaited<ReturnType<typeof startSignIn>>;

function revoke(app: App, token: string, headers: Record<string, string> = FORM) {
  return app.send("POST /oauth/revoke", { headers, bytes: new URLSearchParams({ token }).toString() });
}

async function personalToken(app: App): Promise<string> {
  return (await (await app.signedIn()).send("POST /auth/tokens", { json: { name: "found in a log" } })).body.token;
}

describe("POST /oauth/revoke", () => {
  it("ends a token for whoever holds it, with its streams, and ends no other", async () => {
    await using app = await startSignIn();
    const [token, other] = [await personalToken(app), await personalToken(app)];
    using stream = await openEvents(app.url, "GET /api/activity/stream", { token });
    expect(await revoke(app, token)).toMatchObject({ status: 200 });
    expect((await app.send("GET /api/quota", { token })).status).toBe(401);
    expect((await app.send("GET /api/quota", { token: other })).status).toBe(200);
    await eventually(() => expect(stream.hasEnded).toBe(true));
  });

  it("answers alike whatever the token was", async () => {
    await using app = await startSignIn();
    const token = await personalToken(app);
    await app.services.storage.tokens.create("digest", aGrant("local:owner"), 50);
    const answers = [];
    for (const text of [token, token, UNKNOWN, "digest", await app.token("local:owner"), "\0", "é"]) {
      const { status, text: body } = await revoke(app, text);
      answers.push({ status, body });
    }
    expect(answers).toEqual(answers.map(() => ({ status: 200, body: "{}" })));
    // Neither a digest nor an access token ends anything.
    expect(await app.services.storage.tokens.list("local:owner", 0)).toHaveLength(1);
  });

  it("exists where tokens come from an issuer", async () => {
    await using app = await startSignIn({ signIn: undefined });
    expect((await revoke(app, UNKNOWN)).status).toBe(200);
  });

  it.each([
    ["", "token is required."],
    ["token=", "token is required."],
    ["other=1", "token is required."],
    [`token=${UNKNOWN}&token=${UNKNOWN}`, "A parameter was sent more than once."],
  ])("needs one token: %s", async (bytes, sentence) => {
    await using app = await startSignIn();
    const { status, body } = await app.send("POST /oauth/revoke", { headers: FORM, bytes });
    const error = { error: "invalid_request", error_description: sentence };
    expect({ status, body }).toEqual({ status: 400, body: error });
  });

  it("takes a form alone, of a limited size", async () => {
    await using app = await startSignIn();
    expect((await revoke(app, UNKNOWN, { "Content-Type": "application/json" })).status).toBe(415);
    expect((await revoke(app, "x".repeat(16_384))).status).toBe(413);
    expect((await app.send("GET /oauth/revoke")).status).toBe(405);
  });

  it("takes sixty a minute from an address", async () => {
    await using app = await startSignIn();
    for (let count = 0; count < 60; count++) expect((await revoke(app, UNKNOWN)).status).toBe(200);
    const { status, headers } = await revoke(app, UNKNOWN);
    expect(status).toBe(429);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  });
});
