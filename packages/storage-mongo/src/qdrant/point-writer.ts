import { DomainError } from "@knote/api";
import type { Schemas } from "@qdrant/js-client-rest";
import type { PointPayload } from "./collection.ts";
import type { QdrantLine } from "./qdrant-line.ts";

/** Points per request: some megabytes of JSON at 1,536 dimensions. */
const POINTS_AT_ONCE = 100;
/** Most points that wait; more are refused, and the outbox tries them again. */
const MOST_WAITING = 20_000;

export interface Point {
  readonly id: string;
  readonly vector: Float32Array;
  readonly payload: PointPayload;
}

/** The points of one note that take the place of others. */
export interface PointWrite {
  readonly points: readonly Point[];
  /** Matches the points to replace. */
  readonly stale: Schemas["Filter"] | null;
}

/** Merges concurrent writes into few requests; a write is durable when its promise resolves. */
export interface PointWriter {
  write(collection: string, write: PointWrite): Promise<void>;
  /** How many points wait. */
  waiting(): number;
}

interface Waiting extends PointWrite {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export function createPointWriter(line: QdrantLine): PointWriter {
  const queues = new Map<string, Waiting[]>();
  let waiting = 0;

  async function workOff(collection: string, queue: Waiting[]): Promise<void> {
    for (let group = take(queue); group.length > 0; group = take(queue)) {
      try {
        await send(line, collection, group);
        for (const { resolve } of group) resolve();
      } catch (error) {
        for (const { reject } of group) reject(error);
      } finally {
        waiting -= countPoints(group);
      }
    }
    queues.delete(collection);
  }

  return {
    waiting: () => waiting,
    write(collection, write) {
      if (waiting + write.points.length > MOST_WAITING)
        return Promise.reject(
          new DomainError("UNAVAILABLE", "Vector search has too much to store.", { retryAfterSeconds: 1 }),
        );
      waiting += write.points.length;
      return new Promise((resolve, reject) => {
        const queue = queues.get(collection);
        const one = { ...write, resolve, reject };
        if (queue) return void queue.push(one);
        const newQueue = [one];
        queues.set(collection, newQueue);
        // Starts after this turn of the event loop, so that concurrent writes share a request.
        setImmediate(() => void workOff(collection, newQueue));
      });
    },
  };
}

/** Takes as many writes as fit one request, at least one. */
function take(queue: Waiting[]): Waiting[] {
  let points = 0;
  const end = queue.findIndex((write) => (points += write.points.length) > POINTS_AT_ONCE);
  return queue.splice(0, end === -1 ? queue.length : Math.max(1, end));
}

async function send(line: QdrantLine, collection: string, group: readonly Waiting[]): Promise<void> {
  const points = group.flatMap((write) =>
    write.points.map(({ vector, ...point }) => ({ ...point, vector: [...vector] })),
  );
  const deletes = group.flatMap(({ stale }) => (stale ? [{ delete: { filter: stale } }] : []));
  // Safe because a point's payload is flat JSON.
  const upsert = { points: points as unknown as Schemas["PointStruct"][] };
  const operations = [...(points.length > 0 ? [{ upsert }] : []), ...deletes];
  await line.write((client) => client.batchUpdate(collection, { operations, wait: true }));
}

function countPoints(group: readonly PointWrite[]): number {
  return group.reduce((sum, { points }) => sum + points.length, 0);
}
