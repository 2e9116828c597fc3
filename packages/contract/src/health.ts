import * as z from "zod";

const Check = z.enum(["ok", "down"]);

export const Health = z
  .object({
    status: z.enum(["ok", "degraded", "down"]),
    version: z.string(),
    uptime_seconds: z.number().min(0),
    checks: z.object({ storage: Check, search: Check, models: Check }),
    pending: z.int().min(0).meta({ description: "Notes still to be indexed." }),
  })
  .meta({ id: "Health" });
export type Health = z.infer<typeof Health>;
