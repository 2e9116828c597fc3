import { Pricing, Quota } from "@knote/contract";
import { procedure, router } from "../trpc.ts";
import { getPricing } from "./get-pricing.ts";
import { getQuota } from "./get-quota.ts";

export const quotaRouter = router({
  get: procedure({
    access: "token",
    work: "read",
    abortable: false,
    errors: [],
    openapi: {
      method: "GET",
      path: "/api/quota",
      tags: ["Quota"],
      summary: "Usage and limits of this month",
    },
  })
    .output(Quota)
    .query(({ ctx }) => getQuota(ctx)),

  pricing: procedure({
    access: "public",
    work: "always",
    abortable: false,
    errors: [],
    openapi: { method: "GET", path: "/api/pricing", tags: ["Quota"], summary: "Tiers and prices" },
  })
    .output(Pricing)
    .query(({ ctx }) => getPricing(ctx)),
});
