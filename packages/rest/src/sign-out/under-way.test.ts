import { createTRPCClient, httpBatchLink, TRPCClientError } from "@trpc/client";
import type { AppRouter } from "@knote/api";
import { type Browser, eventually, openEvents, openImport } from "@knote/testkit";
import { describe, expect, it, vi } from "vitest";
import { holdCalls } from "../testing/hold-calls.ts";
import { startSignIn } from "../testing/start-sign-in.ts";

const OWNER = "local:owner";
const NOTE = { title: "Owls hunt at night", content: "They hear well.", note_type: "fact" };

type App = Awaited<ReturnType<typeof startSignIn>>;

async function tokenOf(browser: Browser): Promise<string> {
  return (await browser.send("POST /auth/token")).body.access_token as string;
}

/** Two browsers of one person, a token of the first, and a note. */
async function setUpBrowsers(app: App) {
  const [mine, other] = [await app.signedIn(), await app.signedIn()];
  const [token, otherToken] = [await tokenOf(mine), await tokenOf(other)];
  const { id } = (await app.send("POST /api/workspace/notes", { token, json: NOTE })).body as { id: string };
  const title = async () => (await app.services.storage.notes.get(OWNER, id))?.title ?? null;
  return { mine, other, token, otherToken, id, title };
}

function codeOf(error: unknown): unknown {
  return error instanceof TRPCClientError ? error.data?.code : error;
}

/** Holds the next call of a method of a store. */
function holdNext<Store extends object>(store: Store, name: keyof Store & string) {
  const target = store as Record<string, (...input: unknown[]) => Promise<unknown>>;
  const holding = holdCalls(target[name]!);
  vi.spyOn(target, name).mockImplementationOnce(holding.call);
  return { ...holding, come: () => eventually(() => expect(holding.arrivals).toBe(1)), release: holding.release };
}

const ENDS = [
  ["signing out everywhere", "DELETE /auth/sessions"],
  ["signing out", "POST /auth/logout"],
  ["erasing the account", "DELETE /auth/account"],
] as const;

describe.each(ENDS)("after %s is answered", (_, request) => {
  const end = (browser: Browser) => browser.send(request, { json: { confirm: "erase" } });

  it("a request that was under way writes nothing, even when its user is back", async () => {
    await using app = await startSignIn();
    const { mine, token, id, title } = await setUpBrowsers(app);
    const get = holdNext(app.services.storage.notes, "get");
    const answer = app.send(`PUT /api/workspace/notes/${id}`, { token, json: { title: "Owls sleep" } });
    await get.come();
    expect((await end(mine)).status).toBe(204);
    await app.signedIn();
    get.release();
    expect((await answer).status).toBe(401);
    expect([null, NOTE.title]).toContain(await title());
  });

  it("nor does a tRPC call", async () => {
    await using app = await startSignIn();
    const { mine, token, id, title } = await setUpBrowsers(app);
    const link = httpBatchLink({ url: `${app.url}/trpc`, headers: { Authorization: `Bearer ${token}` } });
    const client = createTRPCClient<AppRouter>({ links: [link] });
    const get = holdNext(app.services.storage.notes, "get");
    const answer = client.notes.update.mutate({ id, title: "Owls sleep" }).catch(codeOf);
    await get.come();
    expect((await end(mine)).status).toBe(204);
    await app.signedIn();
    get.release();
    expect(["FORBIDDEN", "NOT_FOUND"]).toContain(await answer);
    expect([null, NOTE.title]).toContain(await title());
  });

  it("an import writes no more, and says why", async () => {
    await using app = await startSignIn();
    const { mine, token } = await setUpBrowsers(app);
    using sending = await openImport(app.url, token);
    sending.send([{ note: { ...NOTE, key: "one" } }]);
    await eventually(() => expect(sending.readAnswers()).toHaveLength(1));
    expect((await end(mine)).status).toBe(204);
    await app.signedIn();
    sending.send([{ note: { ...NOTE, key: "two" } }]);
    sending.end();
    await eventually(() => expect(sending.readAnswers().at(-1)).toMatchObject({ done: false, created: 1 }));
    expect(sending.readAnswers().at(-1)).toMatchObject({ detail: "The access token was refused meanwhile." });
    expect((await app.services.storage.notes.findByKeysOrIds(OWNER, ["two"])).size).toBe(0);
  });

  it("its streams have ended, even one that was about to begin", async () => {
    await using app = await startSignIn();
    const { mine, token } = await setUpBrowsers(app);
    using open = await openEvents(app.url, "GET /api/activity/stream", { token });
    const replay = holdNext(app.services.storage.activity, "replay");
    const late = fetch(`${app.url}/api/activity/stream?token=${token}&last_event_id=none`);
    await replay.come();
    expect((await end(mine)).status).toBe(204);
    await eventually(() => expect(open.hasEnded).toBe(true));
    replay.release();
    expect(await (await late).text()).not.toContain("note_created");
  });
});

it.each(["DELETE /auth/sessions", "DELETE /auth/account"])("%s waits for writes in progress", async (end) => {
  await using app = await startSignIn();
  const { mine, otherToken, id, title } = await setUpBrowsers(app);
  const update = holdNext(app.services.storage.notes, "update");
  const requestOptions = { token: otherToken, json: { title: "Owls sleep" } };
  const updateRequest = app.send(`PUT /api/workspace/notes/${id}`, requestOptions);
  await update.come();
  let hasAnswered = false;
  const ending = mine.send(end, { json: { confirm: "erase" } }).finally(() => (hasAnswered = true));
  await eventually(async () =>
    expect((await app.send("GET /api/quota", requestOptions)).status === 401 || end.endsWith("account")).toBe(true),
  );
  expect((await app.send("GET /health")).status).toBe(200);
  expect(hasAnswered).toBe(false);
  update.release();
  expect((await ending).status).toBe(204);
  await updateRequest;
  expect([null, "Owls sleep"]).toContain(await title());
});

it("ends the requests of one session, and none of the other", async () => {
  await using app = await startSignIn();
  const { mine, other, token, otherToken, id, title } = await setUpBrowsers(app);
  using own = await openEvents(app.url, "GET /api/activity/stream", { token });
  using theirs = await openEvents(app.url, "GET /api/activity/stream", { token: otherToken });
  const get = holdNext(app.services.storage.notes, "get");
  const answer = app.send(`PUT /api/workspace/notes/${id}`, { token: otherToken, json: { title: "Owls sleep" } });
  await get.come();
  const { sessions } = (await other.send("GET /auth/sessions")).body as {
    sessions: { id: string; current: boolean }[];
  };
  const otherSession = sessions.find(({ current }) => !current)!;
  expect((await other.send(`DELETE /auth/sessions/${otherSession.id}`)).status).toBe(204);
  get.release();
  expect((await answer).status).toBe(200);
  expect(await title()).toBe("Owls sleep");
  await eventually(() => expect(own.hasEnded).toBe(true));
  expect(theirs.hasEnded).toBe(false);
  expect((await app.send("GET /api/quota", { token })).status).toBe(401);
  expect((await mine.send("POST /auth/token")).status).toBe(401);
});

it("ends the requests of a session that the same browser's next one replaces", async () => {
  await using app = await startSignIn();
  const { mine, token, otherToken, id, title } = await setUpBrowsers(app);
  const get = holdNext(app.services.storage.notes, "get");
  const answer = app.send(`PUT /api/workspace/notes/${id}`, { token, json: { title: "Owls sleep" } });
  await get.come();
  expect((await mine.send("POST /auth/local", { json: { code: await app.code() } })).status).toBe(204);
  get.release();
  expect((await answer).status).toBe(401);
  expect(await title()).toBe(NOTE.title);
  expect((await app.send("GET /api/quota", { token: await tokenOf(mine) })).status).toBe(200);
  expect((await app.send("GET /api/quota", { token: otherToken })).status).toBe(200);
});
