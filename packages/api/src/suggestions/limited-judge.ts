import { LIMITS } from "@knote/contract";
import { DomainError } from "../errors.ts";
import type { LinkJudge } from "../ports/link-judge.ts";
import type { RateLimits } from "../ports/rate-limits.ts";

const HOUR_SECONDS = 3_600;
const LIMIT = { name: "judge-calls", points: LIMITS.judgeCallsPerHour, seconds: HOUR_SECONDS };

/** Limits calls of a judge per user and hour: suggestions use no quota, but each call of a judge costs money. */
export function limitedJudge(judge: LinkJudge, limits: RateLimits): LinkJudge {
  const { confirm } = judge;
  async function takePoint(userId = ""): Promise<void> {
    const wait = await limits.take(LIMIT, userId, 1);
    if (wait === null) return;
    throw new DomainError("LIMIT_EXCEEDED", "The judge was asked too often.", {
      retryAfterSeconds: Math.max(1, Math.ceil(wait / 1000)),
    });
  }
  return {
    ...judge,
    async judge(request) {
      await takePoint(request.userId);
      return await judge.judge(request);
    },
    ...(confirm && {
      async confirm(request) {
        await takePoint(request.userId);
        return await confirm(request);
      },
    }),
  };
}
