import { get, type IncomingMessage } from "node:http";
import { eventually } from "@knote/testkit";
import { expectNothingForeign } from "./visitor.ts";
import type { Action } from "./turn.ts";
import type { World } from "./world.ts";

/** An activity stream with all the text it has received. */
export interface OpenStream extends Disposable {
  readonly text: string;
  /** Resolves when the stream has received every event now in the user's log. */
  complete(): Promise<string>;
}

export async function openStream(world: World, userId: string, lastEventId?: string): Promise<OpenStream> {
  const query = new URLSearchParams({ events: "all", token: world.tokenOf(userId) });
  if (lastEventId !== undefined) query.set("last_event_id", lastEventId);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${world.url}/api/activity/stream?${query.toString()}`, { agent: false }, resolve).on("error", reject);
  });
  let text = "";
  response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  response.on("error", () => undefined);
  return {
    get text() {
      return text;
    },
    async complete() {
      const [latest] = await world.storage.activity.latest(userId, 1);
      const last = latest === undefined || latest.id === lastEventId ? "event: connected\n" : `id: ${latest.id}\n`;
      return await eventually(
        () => {
          const start = text.lastIndexOf(last);
          if (start < 0 || !text.endsWith("\n\n")) throw new Error(`The stream lacks ${last}: ${text.slice(-500)}`);
          return text;
        },
        { deadlineMs: 60_000 },
      );
    },
    [Symbol.dispose]: () => void response.destroy(),
  };
}

/** Reconnects to the stream after an own event, another user's, or one that does not exist. */
export const reconnect: Action = async ({ world, random, visitor, me, others, canaries, owners, coveredDoors }) => {
  const ids = [random.pick(me.eventIds), random.pick(random.pick(others)!.eventIds), "0", "1-zz"];
  using stream = await openStream(world, me.userId, random.pick(ids) ?? "0");
  const text = await stream.complete();
  expectNothingForeign("the stream", visitor.userId, { text, headers: {} }, { canaries, owners });
  coveredDoors.add("GET /api/activity/stream");
};
