import { SignedOut } from "../kit/failures.ts";
import { describe, expect, it } from "vitest";
import { createSession } from "./session.ts";

const HOUR_MS = 3_600_000;

/** A session whose server mints `token 1`, `token 2`, …, or nothing once it has ended. */
function givenSession() {
  const server = { minted: 0, ended: false, down: false };
  const clock = { now: 1_000_000 };
  const states: string[] = [];
  const session = createSession({
    now: () => clock.now,
    async mint() {
      if (server.down) throw new TypeError("Failed to fetch");
      if (server.ended) return null;
      server.minted += 1;
      return { value: `token ${server.minted}`, lifeMs: HOUR_MS };
    },
  });
  session.subscribe(() => states.push(session.state));
  const value = async () => (await session.token()).value;
  return { session, server, clock, states, value };
}

describe("the access token", () => {
  it("is requested once, however many calls need it", async () => {
    const { value, server } = givenSession();
    expect(await Promise.all([value(), value(), value()])).toEqual(["token 1", "token 1", "token 1"]);
    expect(await value()).toBe("token 1");
    expect(server.minted).toBe(1);
  });

  it("is renewed before it expires", async () => {
    const { value, clock } = givenSession();
    await value();
    clock.now += HOUR_MS - 61_000;
    expect(await value()).toBe("token 1");
    clock.now += 2_000;
    expect(await value()).toBe("token 2");
  });

  it("is renewed once when the server refuses it, even if several requests were refused", async () => {
    const { session, value, clock, server } = givenSession();
    await value();
    clock.now += 10_000;
    session.discard();
    expect(await value()).toBe("token 2");
    session.discard();
    expect(await value()).toBe("token 2");
    expect(server.minted).toBe(2);
  });

  it("is refused once the session has ended, which listeners hear once", async () => {
    const { session, states, server, clock, value } = givenSession();
    await value();
    server.ended = true;
    clock.now += HOUR_MS;
    await expect(value()).rejects.toThrow(SignedOut);
    await expect(value()).rejects.toThrow(SignedOut);
    expect(states).toEqual(["signed-in", "signed-out"]);
    expect(session.state).toBe("signed-out");
  });

  it("is not restored by a renewal that was under way when the session ended", async () => {
    const pendingToken = Promise.withResolvers<{ value: string; lifeMs: number } | null>();
    const mints = [pendingToken.promise, Promise.resolve({ value: "later", lifeMs: HOUR_MS })];
    const session = createSession({ mint: () => mints.shift()!, now: () => 0 });
    const tokenRequest = session.token();
    session.end();
    pendingToken.resolve({ value: "earlier", lifeMs: HOUR_MS });
    await expect(tokenRequest).rejects.toThrow(SignedOut);
    expect(session.state).toBe("signed-out");
    expect((await session.token()).value).toBe("later");
  });

  it.each([{ value: "earlier", lifeMs: HOUR_MS }, null])(
    "of a later sign-in is not affected by such a renewal (%j)",
    async (late) => {
      const pendingToken = Promise.withResolvers<typeof late>();
      const mints = [pendingToken.promise, Promise.resolve({ value: "later", lifeMs: HOUR_MS })];
      const session = createSession({ mint: () => mints.shift()!, now: () => 0 });
      const tokenRequest = session.token();
      session.end();
      expect((await session.token()).value).toBe("later");
      pendingToken.resolve(late);
      await expect(tokenRequest).rejects.toThrow(SignedOut);
      expect(session.state).toBe("signed-in");
      expect((await session.token()).value).toBe("later");
    },
  );

  it("does not sign anyone out because the server cannot be reached", async () => {
    const { session, server, value } = givenSession();
    server.down = true;
    await expect(value()).rejects.toThrow("Failed to fetch");
    expect(session.state).toBe("unknown");
    server.down = false;
    expect(await value()).toBe("token 1");
  });
});
