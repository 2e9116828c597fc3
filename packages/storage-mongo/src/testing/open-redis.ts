import { eventually } from "@knote/testkit";
import { expect } from "vitest";
import { createRedisActivity, type RedisActivity, type RedisActivityOptions } from "../redis/create-redis-activity.ts";
import { createRedisLine, type RedisLine } from "../redis/redis-line.ts";

export interface OpenRedis extends RedisActivity, AsyncDisposable {
  readonly line: RedisLine;
  readonly prefix: string;
  readonly warnings: string[];
}

/** Opens activity as one process does. Keys have their own prefix and expire by themselves. */
export async function openRedis(url: string, options: Partial<RedisActivityOptions> = {}): Promise<OpenRedis> {
  const prefix = options.prefix ?? `test-${crypto.randomUUID().slice(0, 8)}`;
  const warnings: string[] = [];
  const warn = (message: string) => void warnings.push(message);
  const line = createRedisLine({ url, warn });
  const { promise, resolve } = Promise.withResolvers<void>();
  line.listen(`${prefix}:ready`, () => undefined, resolve);
  const activity = createRedisActivity({ line, prefix, warn, ...options });
  await promise;
  await eventually(() => expect(line.status()).toBe("up"));
  return {
    ...activity,
    line,
    prefix,
    warnings,
    async [Symbol.asyncDispose]() {
      activity.close();
      await line.close();
    },
  };
}
