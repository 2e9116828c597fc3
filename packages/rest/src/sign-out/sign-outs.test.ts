import type { CutListener, SignOutChannel } from "@knote/api";
import { aNoteWrite, createMemoryStorage } from "@knote/testkit";
import { expect, it } from "vitest";
import { held } from "../testing/held.ts";
import { createSignOuts } from "./sign-outs.ts";

const ORIGIN = { issuedAt: 1_000, sessionId: null };
const ALL = { userId: "ada", sessionId: null };

/** A process on its own storage, and the channel to it. */
function givenProcess() {
  const storage = createMemoryStorage();
  const channel = { listener: null as CutListener | null, isHearing: true, announced: [] as unknown[] };
  const port: SignOutChannel = {
    listen: (listener) => void (channel.listener = listener),
    hears: () => channel.isHearing,
    announce: async (cut) => void channel.announced.push(cut),
  };
  const signOuts = createSignOuts({ storage, channel: port, onCut: () => undefined });
  const admit = (userId = "ada") => signOuts.admit(userId, ORIGIN, signOuts.now());
  return { storage, channel, signOuts, admit };
}

it("refuses what began before a cut of another process, and resolves when running writes are done", async () => {
  const { storage, channel, signOuts, admit } = givenProcess();
  const inserting = held(storage.notes.insert);
  Object.assign(storage.notes, { insert: inserting.call });
  const [early, other] = [admit(), admit("grace")];
  const written = early.storage.notes.insert("ada", aNoteWrite(), []);
  let done = false;
  const cutting = channel.listener!.onCut(ALL).then(() => (done = true));
  await expect(early.storage.notes.insert("ada", aNoteWrite(), [])).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect([early.isCut(), other.isCut(), admit().isCut()]).toEqual([true, false, false]);
  expect([done, inserting.arrived]).toEqual([false, 1]);
  inserting.release();
  await Promise.all([written, cutting]);
  await other.storage.notes.insert("grace", aNoteWrite(), []);
  await admit().storage.notes.insert("ada", aNoteWrite(), []);
  expect(channel.announced).toEqual([]);
  await signOuts.end(ALL);
  expect(channel.announced).toEqual([ALL]);
});

it("asks the store before a write while cuts may be missed, and for requests that began before that", async () => {
  const { storage, channel, admit } = givenProcess();
  let asked = 0;
  const { tokenCounts } = storage.sessions;
  Object.assign(storage.sessions, {
    tokenCounts: (...input: Parameters<typeof tokenCounts>) => {
      asked++;
      return tokenCounts(...input);
    },
  });
  const write = (admitted: ReturnType<typeof admit>) => admitted.storage.notes.insert("ada", aNoteWrite(), []);
  const [early, other] = [admit(), admit()];
  await write(early);
  expect(asked).toBe(0);
  channel.isHearing = false;
  await write(early);
  expect(asked).toBe(1);
  await storage.sessions.endAll("ada", ORIGIN.issuedAt + 1);
  await expect(write(early)).rejects.toMatchObject({ code: "FORBIDDEN" });
  channel.isHearing = true;
  channel.listener!.onMissed();
  await expect(write(other)).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(asked).toBe(3);
  await write(admit());
  expect(asked).toBe(3);
});
