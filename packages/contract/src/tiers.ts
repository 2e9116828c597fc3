import * as z from "zod";

export const NO_LIMIT = -1;

export const TIER_KEYS = ["free", "student", "pro", "agent"] as const;
export const TierKey = z.enum(TIER_KEYS).meta({ id: "TierKey" });
export type TierKey = z.infer<typeof TierKey>;

const limit = z.int().min(NO_LIMIT).meta({ description: "-1 means unlimited." });

export const Tier = z
  .object({
    queries_per_month: limit,
    sonnet_queries_per_month: limit,
    voice_responses_per_month: limit,
    default_model: z.string(),
    max_tokens: z.int().positive(),
    price_monthly: z.number().min(0).meta({ description: "US dollars." }),
  })
  .meta({ id: "Tier" });
export type Tier = z.infer<typeof Tier>;

/** The tiers of the interface; `default_model` comes from configuration. */
export const TIERS = {
  free: {
    queries_per_month: 50,
    sonnet_queries_per_month: 0,
    voice_responses_per_month: 0,
    max_tokens: 400,
    price_monthly: 0,
  },
  student: {
    queries_per_month: NO_LIMIT,
    sonnet_queries_per_month: 20,
    voice_responses_per_month: 15,
    max_tokens: 600,
    price_monthly: 5,
  },
  pro: {
    queries_per_month: NO_LIMIT,
    sonnet_queries_per_month: 100,
    voice_responses_per_month: 60,
    max_tokens: 800,
    price_monthly: 12,
  },
  agent: {
    queries_per_month: NO_LIMIT,
    sonnet_queries_per_month: NO_LIMIT,
    voice_responses_per_month: 200,
    max_tokens: 1200,
    price_monthly: 30,
  },
} as const satisfies Record<TierKey, Omit<Tier, "default_model">>;

export const Pricing = z.object({ tiers: z.record(TierKey, Tier) }).meta({ id: "Pricing" });
export type Pricing = z.infer<typeof Pricing>;

export const Quota = z
  .object({
    tier: TierKey,
    queries_used: z.int().min(0),
    queries_limit: limit,
    sonnet_queries_used: z.int().min(0),
    sonnet_queries_limit: limit,
    voice_used: z.int().min(0),
    voice_limit: limit,
    resets_at: z.iso.datetime(),
  })
  .meta({ id: "Quota" });
export type Quota = z.infer<typeof Quota>;
