import { eventsOf, type ActivityLog, type NoteStore, type Storage } from "@knote/api";
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
  const insert: NoteStore["insert"] = async (userId, write, notices) => {
    await storage.notes.insert(userId, write, []);
    await activity.append(userId, eventsOf(notices));
  };
  const link: Storage["links"]["insert"] = async (userId, newLink, notices) => {
    const outcome = await storage.links.insert(userId, newLink, []);
    await activity.append(userId, eventsOf(notices));
    return outcome;
  };
  return { ...storage, activity, notes: { ...storage.notes, insert }, links: { ...storage.links, insert: link } };
}
