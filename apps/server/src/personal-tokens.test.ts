import { hash } from "node:crypto";
import { DomainError, type Storage } from "@knote/api";
import { createAuthenticator, createPersonalTokens, newTokenText, type IsAllowed } from "@knote/auth";
import { DAY_MS, type NewToken } from "@knote/contract";
import { aGrant, createMemoryStorage, eventually, testClock } from "@knote/testkit";
import { describe, expect, it } from "vitest";

const NEW: NewToken = { name: "backup", scopes: ["notes:read"], expires_in_days: 90 };
const OWNER = { userId: "github:1", login: "ada" };

function setUp(isAllowed: IsAllowed = () => true) {
  const clock = testClock();
  const storage = createMemoryStorage({ clock });
  const looks: string[] = [];
  const find: Storage["tokens"]["find"] = (digest, ...others) => {
    looks.push(digest);
    return storage.tokens.find(digest, ...others);
  };
  const watchedStorage = { ...storage, tokens: { ...storage.tokens, find } };
  const common = { storage: watchedStorage, clock, defaultTier: "free", isAllowed } as const;
  const tokens = createPersonalTokens(common);
  const verifier = { verify: async () => null };
  return { clock, storage, tokens, looks, authenticate: createAuthenticator({ ...common, verifier, tokens }) };
}

describe("a personal token", () => {
  it("lets its user in with its scopes, and says which token it is", async () => {
    const { tokens, authenticate, clock } = setUp();
    const { token, text } = await tokens.create(OWNER, NEW);
    const caller = {
      actor: {
        userId: "github:1",
        scopes: new Set(["notes:read"]),
        tier: "free",
        credential: { kind: "personal", id: token.id, name: "backup" },
      },
      origin: { issuedAt: clock.now(), sessionId: token.id },
      expiresAt: clock.now() + 90 * DAY_MS,
    };
    expect(await authenticate(text)).toEqual(caller);
    expect(await authenticate(text)).toEqual(caller);
  });

  it("ends at its time, and without one never", async () => {
    const { tokens, authenticate, clock } = setUp();
    const { text } = await tokens.create(OWNER, { ...NEW, expires_in_days: 1 });
    const endless = await tokens.create(OWNER, { ...NEW, expires_in_days: null });
    expect((await authenticate(endless.text))?.expiresAt).toBe(Infinity);
    clock.advance(DAY_MS - 1);
    expect(await authenticate(text)).not.toBeNull();
    clock.advance(1);
    expect(await authenticate(text)).toBeNull();
    clock.advance(3_650 * DAY_MS);
    expect(await authenticate(endless.text)).not.toBeNull();
  });

  it("is looked up for each request, and is refused from the next one on", async () => {
    const { storage, tokens, authenticate, looks } = setUp();
    const { token, text } = await tokens.create(OWNER, NEW);
    for (let count = 0; count < 3; count++) await authenticate(text);
    expect(looks).toHaveLength(3);
    // By another process.
    await storage.tokens.end("github:1", token.id);
    expect(await authenticate(text)).toBeNull();
  });

  it("is read at the same time as its user once this process knows whose it is", async () => {
    const { storage, tokens, authenticate } = setUp();
    const { text } = await tokens.create(OWNER, NEW);
    await authenticate(text);
    const { find } = storage.tokens;
    const { admit } = storage.users;
    const admission = Promise.withResolvers<void>();
    // The token is found only after its user was asked for.
    storage.tokens.find = async (...input) => {
      expect(input[2]).toBe("github:1");
      await admission.promise;
      return await find(...input);
    };
    storage.users.admit = (...input) => {
      admission.resolve();
      return admit(...input);
    };
    expect(await authenticate(text)).not.toBeNull();
  });

  it("asks the store for nothing but texts of the right form", async () => {
    const { tokens, authenticate, looks } = setUp();
    const { text } = await tokens.create(OWNER, NEW);
    const strangers = [
      text.toUpperCase(),
      `${text}0`,
      `${text.slice(0, -1)}!`,
      `${text}\0`,
      "knote_",
      "knote_pat_a.b.c",
    ];
    for (const stranger of strangers) expect(await authenticate(stranger)).toBeNull();
    expect(looks).toEqual([]);
    expect(await authenticate(newTokenText("pat"))).toBeNull();
    expect(looks).toHaveLength(1);
  });

  it("ends with a cut of its user, and with the account", async () => {
    const { storage, tokens, authenticate, clock } = setUp();
    const { text } = await tokens.create(OWNER, NEW);
    await authenticate(text);
    await storage.sessions.endAll("github:1", clock.now() + 1);
    expect(await authenticate(text)).toBeNull();
    clock.advance(5);
    const later = await tokens.create(OWNER, NEW);
    expect(await authenticate(later.text)).not.toBeNull();
    await storage.users.erase("github:1", clock.now() + 1);
    expect(await authenticate(later.text)).toBeNull();
  });

  it("is refused while its user is not admitted", async () => {
    let isAllowed = true;
    const { tokens, authenticate } = setUp(
      ({ userId, login }) => userId === "github:1" && login === "ada" && isAllowed,
    );
    const { text } = await tokens.create(OWNER, NEW);
    expect(await authenticate(text)).not.toBeNull();
    isAllowed = false;
    expect(await authenticate(text)).toBeNull();
    isAllowed = true;
    expect(await authenticate(text)).not.toBeNull();
  });

  it("records its use every ten minutes", async () => {
    const { storage, tokens, authenticate, clock } = setUp();
    const { text } = await tokens.create(OWNER, NEW);
    const lastUse = async () => (await storage.tokens.list("github:1", clock.now()))[0]!.lastUsedAt;
    expect(await lastUse()).toBeNull();
    const first = clock.now();
    await authenticate(text);
    await eventually(async () => expect(await lastUse()).toBe(first));
    clock.advance(10 * 60_000 - 1);
    await authenticate(text);
    expect(await lastUse()).toBe(first);
    clock.advance(1);
    await authenticate(text);
    await eventually(async () => expect(await lastUse()).toBe(first + 600_000));
  });

  it("works although its use cannot be recorded, and not while the store is away", async () => {
    const { storage, tokens, authenticate } = setUp();
    const { text } = await tokens.create(OWNER, NEW);
    storage.tokens.touch = () => Promise.reject(new DomainError("UNAVAILABLE", "The disk is full."));
    expect(await authenticate(text)).not.toBeNull();
    storage.tokens.find = () => Promise.reject(new DomainError("UNAVAILABLE", "Gone."));
    await expect(authenticate(text)).rejects.toMatchObject({ code: "UNAVAILABLE" });
  });

  it("is not the token of a grant", async () => {
    const { storage, tokens, authenticate, clock, looks } = setUp();
    const text = newTokenText("oat");
    const grant = aGrant("github:1", { accessUntil: clock.now() + 1, idleUntil: clock.now() + 1 }, { expiresAt: null });
    await storage.tokens.create(hash("sha256", text, "base64url"), grant, 50);
    expect(await authenticate(text)).toBeNull();
    expect(looks).toEqual([]);
    expect(await tokens.authenticate(text, "oat")).toMatchObject({ actor: { credential: { kind: "grant" } } });
    expect(await tokens.authenticate(text, "pat")).toBeNull();
  });
});
