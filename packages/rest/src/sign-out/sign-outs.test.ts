import type { CutListener, SignOutChannel } from "@knote/api";
import { aNoteWrite, createMemoryStorage } from "@knote/testkit";
import { expect, it } from "vitest";
import { holdCalls } from "../testing/hold-calls.ts";
import { createSignOuts } from "./sign-outs.ts";

const ORIGIN = { issuedAt: 1_000, sessionId: null };
const ALL = { userId: "ada", sessionId: null };

/** A process on its own storage, and the channel to it. */
function givenProcess() {
  const storage = createMemoryStorage();
  const channel = { listener: null as CutListener | null, isHearing: true, announced: [] as unknown[] };
  const port: SignOutChannel = {
    listen: (listener) => void (channel.listener = listener),
    isConnected: () => channel.isHearing,
    announce: async (tokenCut) => void channel.announced.push(tokenCut),
  };
  const signOuts = createSignOuts({ storage, channel: port, onCut: () => undefined });
  const admit = (userId = "ada") => signOuts.admit(userId, ORIGIN, signOuts.now());
  return { storage, channel, signOuts, admit };
}

it("refuses what began before a cut of another process, and resolves when running writes are done", async () => {
  const { storage, channel, signOuts, admit } = givenProcess();
  const inserting = holdCalls(storage.notes.insert);
  Object.assign(storage.notes, { insert: inserting.call });
  const [early, other] = [admit(), admit("grace")];
  const earlyWrite = early.storage.notes.insert("ada", aNoteWrite(), []);
  let isDone = false;
  const cutting = channel.listener!.onCut(ALL).then(() => (isDone = true));
  await expect(early.storage.notes.insert("ada", aNoteWrite(), [])).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect([early.isCut(), other.isCut(), admit().isCut()]).toEqual([true, false, false]);
  expect([isDone, inserting.arrivals]).toEqual([false, 1]);
  inserting.release();
  await Promise.all([earlyWrite, cutting]);
  await other.storage.notes.insert("grace", aNoteWrite(), []);
  await admit().storage.notes.insert("ada", aNoteWrite(), []);
  expect(channel.announced).toEqual([]);
  await signOuts.end(ALL);
  expect(channel.announced).toEqual([ALL]);
});

it("asks the store before a write while cuts may be missed, and for requests that began before that", async () => {
  const { storage, channel, admit } = givenProcess();
  let checkCount = 0;
  const { isTokenValid } = storage.sessions;
  Object.assign(storage.sessions, {
    isTokenValid: (...input: Parameters<typeof isTokenValid>) => {
      checkCount++;
      return isTokenValid(...input);
    },
  });
  const write = (grant: ReturnType<typeof admit>) => grant.storage.notes.insert("ada", aNoteWrite(), []);
  const [early, other] = [admit(), admit()];
  await write(early);
  expect(checkCount).toBe(0);
  channel.isHearing = false;
  await write(early);
  expect(checkCount).toBe(1);
  await storage.sessions.endAll("ada", ORIGIN.issuedAt + 1);
  await expect(write(early)).rejects.toMatchObject({ code: "FORBIDDEN" });
  channel.isHearing = true;
  channel.listener!.onMissed();
  await expect(write(other)).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(checkCount).toBe(3);
  await write(admit());
  expect(checkCount).toBe(3);
});
