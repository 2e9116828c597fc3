import { type Pricing, TIER_KEYS, TIERS } from "@knote/contract";
import type { Services } from "../context.ts";

/** Returns the public tiers; all share the default model. */
export function getPricing(services: Pick<Services, "models">): Pricing {
  const tiers = TIER_KEYS.map((key) => {
    const { max_tokens, price_monthly, ...limits } = TIERS[key];
    return [key, { ...limits, default_model: services.models.default.id, max_tokens, price_monthly }] as const;
  });
  return { tiers: Object.fromEntries(tiers) as Pricing["tiers"] };
}
