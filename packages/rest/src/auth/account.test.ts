import { aNoteWrite, type Browser, eventually, startFakeGitHub } from "@knote/testkit";
import { describe, expect, it, vi } from "vitest";
import { holdCalls } from "../testing/hold-calls.ts";
import { startSignIn } from "../testing/start-sign-in.ts";

const NOTE = { title: "Owls hunt at night", content: "They hear well.", note_type: "fact" };

async function tokenOf(browser: Browser): Promise<string> {
  return (await browser.send("POST /auth/token")).body.access_token as string;
}

describe("erasing one's account", () => {
  it("leaves nothing, and refuses sessions and tokens from before", async () => {
    await using github = await startFakeGitHub();
    await using app = await startSignIn({ github });
    const [here, there] = [await app.signedIn(), await app.signedIn()];
    const token = await tokenOf(here);
    await app.send("POST /api/workspace/notes", { token, json: NOTE });
    app.services.clock.advance(1_500);
    const erasure = await here.send("DELETE /auth/account", { json: { confirm: "erase" } });
    expect([erasure.status, erasure.text, here.cookies.size]).toEqual([204, "", 0]);
    expect((await app.send("GET /api/graph/notes", { token })).status).toBe(401);
    expect((await there.send("GET /auth/account")).status).toBe(401);
    app.services.clock.advance(1_500);
    const again = await app.signedIn();
    const answers = ["GET /api/graph/notes", "GET /api/activity", "GET /api/graph/stats", "GET /api/quota"];
    const fresh = await tokenOf(again);
    for (const request of answers) expect((await app.send(request, { token: fresh })).text).not.toContain("Owls");
    expect((await app.send("GET /api/graph/notes", { token: fresh })).body).toEqual({ notes: [] });
  });

  it("touches nobody else", async () => {
    await using github = await startFakeGitHub();
    await using app = await startSignIn({ github });
    const ada = await app.signedIn();
    const token = await tokenOf(ada);
    await app.send("POST /api/workspace/notes", { token, json: NOTE });
    github.person = { id: 4712, login: "grace", name: "Grace" };
    await (await app.signedIn()).send("DELETE /auth/account", { json: { confirm: "erase" } });
    expect((await app.send("GET /api/graph/notes", { token })).body.notes).toHaveLength(1);
    expect((await ada.send("GET /auth/account")).status).toBe(200);
  });

  it("is not undone by a request about the account that was under way", async () => {
    await using app = await startSignIn();
    const [here, there] = [await app.signedIn(), await app.signedIn()];
    const { sessions, notes } = app.services.storage;
    const find = holdCalls(sessions.find);
    vi.spyOn(sessions, "find").mockImplementationOnce(async (...input) => {
      const session = await sessions.find(...input);
      await find.call(...input);
      return session;
    });
    const accountRequest = there.send("GET /auth/account");
    await eventually(() => expect(find.arrivals).toBe(1));
    expect((await here.send("DELETE /auth/account", { json: { confirm: "erase" } })).status).toBe(204);
    find.release();
    expect((await accountRequest).status).toBe(401);
    await expect(notes.insert("local:owner", aNoteWrite(), [])).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it.each([{}, { confirm: "" }, { confirm: "ERASE" }, { confirm: true }, { confirm: ["erase"] }])(
    "needs the confirmation: %j is not enough",
    async (json) => {
      await using app = await startSignIn();
      const browser = await app.signedIn();
      const answer = await browser.send("DELETE /auth/account", { json });
      expect([answer.status, answer.body.issues]).toEqual([422, [expect.objectContaining({ path: "confirm" })]]);
      expect((await browser.send("GET /auth/account")).status).toBe(200);
    },
  );

  it("needs a session", async () => {
    await using app = await startSignIn();
    expect((await app.browser().send("DELETE /auth/account", { json: { confirm: "erase" } })).status).toBe(401);
    expect((await app.browser().send("GET /auth/account")).status).toBe(401);
  });
});

it("leaves the sign-in endpoints out of the OpenAPI document", async () => {
  await using app = await startSignIn();
  expect((await app.send("GET /openapi.json")).text).not.toContain("/auth/");
});
