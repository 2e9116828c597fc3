import type { ActivityLog, NoteStore, Storage } from "@knote/api";
import { createMemoryStorage, describeActivityLog, type DisposableStorage, withService } from "@knote/testkit";
import { openRedis } from "../testing/open-redis.ts";

withService("TEST_REDIS_URL", (url) => {
  describeActivityLog("redis", async (): Promise<DisposableStorage> => {
    const redis = await openRedis(url);
    return { ...loggingTo(redis.log), [Symbol.asyncDispose]: () => redis[Symbol.asyncDispose]() };
  });
});

/** A storage of the testkit that appends its events to this log right after each write. */
function loggingTo(activity: ActivityLog): Storage {
  const storage = createMemoryStorage();
  const insert: NoteStore["insert"] = async (userId, write, events) => {
    await storage.notes.insert(userId, write, []);
    await activity.append(userId, events);
  };
  const link: Storage["links"]["insert"] = async (userId, newLink, events) => {
    const outcome = await storage.links.insert(userId, newLink, []);
    await activity.append(userId, events);
    return outcome;
  };
  return { ...storage, activity, notes: { ...storage.notes, insert }, links: { ...storage.links, insert: link } };
}
