import { freshUserId, withService } from "@knote/testkit";
import type { mongo } from "mongoose";
import { expect, it } from "vitest";
import { everyVerb } from "../testing/every-verb.ts";
import { refusal, startOddServer } from "../testing/odd-server.ts";
import { createDatabase } from "../testing/open-database.ts";

const TIMEOUT = { timeout: 120_000 };
const PATIENCE_MS = 100_000;
/** May take any time, is bounded by the command that opened the cursor, or is the driver's own. */
const UNLIMITED_COMMANDS = ["createIndexes", "getMore", "killCursors", "endSessions"];

withService("TEST_MONGODB_URL", (url) => {
  it("limits every command so that the server gives up before we do", TIMEOUT, async () => {
    await using database = await createDatabase(url);
    const commands: mongo.Document[] = [];
    const onCommand = (command: mongo.Document) => void commands.push(command);
    const documents = await database.open({ patienceMs: PATIENCE_MS, onCommand });
    for (const [, work] of await everyVerb(documents, freshUserId())) await work();
    await documents.close();
    const limits = commands.flatMap((command) => {
      const name = Object.keys(command)[0]!;
      // The mark of a transfer is read once, before serving starts.
      const isServed = !UNLIMITED_COMMANDS.includes(name) && command[name] !== "transfers";
      return isServed ? [[`${name} ${command[name]}`, command["maxTimeMS"]] as const] : [];
    });
    expect(limits.length).toBeGreaterThan(100);
    expect(limits.filter(([, limit]) => !(limit > 0 && limit <= 0.8 * PATIENCE_MS))).toEqual([]);
  });

  it.each([50, 262])("is unavailable for a command that was given up (code %d)", TIMEOUT, async (code) => {
    await using database = await createDatabase(url);
    let isSlow = false;
    const answer = async ({ find, insert }: mongo.Document) =>
      isSlow && (find || insert) ? refusal(code, "Operation exceeded time limit.") : null;
    await using server = await startOddServer(url, answer);
    const documents = await database.open({ url: server.url });
    isSlow = true;
    await expect(documents.notes.list(freshUserId(), {}, { limit: 10 })).rejects.toMatchObject({ code: "UNAVAILABLE" });
    isSlow = false;
    expect(await documents.notes.list(freshUserId(), {}, { limit: 10 })).toEqual([]);
    await documents.close();
  });
});
