import type { ServiceContext } from "../context.ts";

/** What the verbs of webhooks need, also of a command that runs beside the server. */
export type WebhookContext = Pick<
  ServiceContext,
  "storage" | "actor" | "clock" | "newId" | "outlet" | "version" | "signal"
>;
