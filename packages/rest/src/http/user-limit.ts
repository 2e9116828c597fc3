import { DomainError, type RateLimits } from "@knote/api";

/**
 * Takes points from a user's minute for calls of a procedure that allows `perMinute` of them. Rejects with
 * LIMIT_EXCEEDED when they are used up.
 */
export type UserLimit = (call: {
  readonly procedure: string;
  readonly perMinute: number;
  readonly userId: string;
  readonly points: number;
  /** What the refusal says, instead of the usual sentence. */
  readonly refusal?: string | undefined;
}) => Promise<void>;

export function createUserLimit(limits: RateLimits): UserLimit {
  return async ({ procedure, perMinute, userId, points, refusal }) => {
    const wait = await limits.take({ name: `calls of ${procedure}`, points: perMinute, seconds: 60 }, userId, points);
    if (wait === null) return;
    throw new DomainError(
      "LIMIT_EXCEEDED",
      refusal ?? `At most ${perMinute} such requests a minute; try again later.`,
      {
        retryAfterSeconds: Math.max(1, Math.ceil(wait / 1000)),
      },
    );
  };
}
