import { LIMITS } from "@knote/contract";
import { DomainError } from "../errors.ts";
import type { LinkJudge } from "../ports/link-judge.ts";
import type { RateLimits } from "../ports/rate-limits.ts";

const HOUR_SECONDS = 3_600;
const LIMIT = { name: "judge-calls", points: LIMITS.judgeCallsPerHour, seconds: HOUR_SECONDS };

/** A judge that each user may ask so often in an hour: suggestions need no query of the quota, and a judge is paid. */
export function limitedJudge(judge: LinkJudge, limits: RateLimits): LinkJudge {
  return {
    ...judge,
    async judge(request) {
      const wait = await limits.take(LIMIT, request.userId ?? "", 1);
      if (wait === null) return await judge.judge(request);
      throw new DomainError("LIMIT_EXCEEDED", "The judge was asked too often.", {
        retryAfterSeconds: Math.max(1, Math.ceil(wait / 1000)),
      });
    },
  };
}
