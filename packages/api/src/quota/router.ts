import { Pricing, Quota } from "@knote/contract";
import { procedure, router } from "../trpc.ts";
import { getPricing } from "./get-pricing.ts";
import { getQuota } from "./get-quota.ts";
import { EXAMPLE_PRICING, EXAMPLE_QUOTA } from "../examples.ts";

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
      example: { response: EXAMPLE_QUOTA },
    },
  })
    .output(Quota)
    .query(({ ctx }) => getQuota(ctx)),

  pricing: procedure({
    access: "public",
    work: "always",
    abortable: false,
    errors: [],
    openapi: {
      method: "GET",
      path: "/api/pricing",
      tags: ["Quota"],
      summary: "Tiers and prices",
      example: { response: EXAMPLE_PRICING },
    },
  })
    .output(Pricing)
    .query(({ ctx }) => getPricing(ctx)),
});
