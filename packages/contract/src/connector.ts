import * as z from "zod";
import { LIMITS } from "./limits.ts";

/** What an owner can allow a connector. */
export const CONNECTOR_SCOPES = ["notes:read", "ask", "notes:write"] as const;
export type ConnectorScope = (typeof CONNECTOR_SCOPES)[number];

const SCOPES_LIST = CONNECTOR_SCOPES.join(", ");
const DAYS_ERROR = `expires_in_days must be a whole number from 1 to ${LIMITS.tokenDays}.`;

/** What an owner decides about an application that asks to be let in. */
export const ConnectorDecision = z
  .object({
    /** The application's request, as the page was given it. */
    request: z.string({ error: "request must be a string." }),
    allow: z.boolean({ error: "allow must be true or false." }),
    scopes: z
      .array(z.enum(CONNECTOR_SCOPES, { error: `scope must be one of ${SCOPES_LIST}.` }), {
        error: "scopes must be an array of scopes.",
      })
      .transform((scopes) => CONNECTOR_SCOPES.filter((scope) => scopes.includes(scope)))
      .default([]),
    expires_in_days: z
      .int({ error: DAYS_ERROR })
      .min(1, { error: DAYS_ERROR })
      .max(LIMITS.tokenDays, { error: DAYS_ERROR })
      .default(90),
  })
  .refine(({ allow, scopes }) => !allow || scopes.length > 0, {
    path: ["scopes"],
    error: `scopes must name at least one of ${SCOPES_LIST}.`,
  });
export type ConnectorDecision = z.infer<typeof ConnectorDecision>;

/** What an owner is shown about an application that asks to be let in. */
export interface ConnectorRequest {
  readonly client_name: string;
  /** The host of the application's id, which vouches for the rest. */
  readonly client_host: string;
  /** Where the browser is sent back to. */
  readonly return_host: string;
  readonly is_loopback: boolean;
}
