import { Pricing, Quota } from "@knote/contract";
import { authedProcedure, publicProcedure, router } from "../trpc.ts";
import { getPricing } from "./get-pricing.ts";
import { getQuota } from "./get-quota.ts";

export const quotaRouter = router({
  get: authedProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/api/quota",
        tags: ["Quota"],
        summary: "Usage and limits of this month",
        protect: true,
      },
    })
    .output(Quota)
    .query(({ ctx }) => getQuota(ctx)),

  pricing: publicProcedure
    .meta({
      openapi: { method: "GET", path: "/api/pricing", tags: ["Quota"], summary: "Tiers and prices", protect: false },
    })
    .output(Pricing)
    .query(({ ctx }) => getPricing(ctx)),
});
