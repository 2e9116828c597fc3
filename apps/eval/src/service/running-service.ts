import type { Config } from "@knote/config";
import { tokenSecret } from "@knote/local";
import { EvalError } from "../eval-error.ts";
import type { Service } from "./service.ts";

/** Returns a service that runs already, with the token secret of this configuration. */
export async function joinRunningService(config: Config, address: string): Promise<Service> {
  const url = URL.parse(address);
  if (url?.protocol !== "http:" && url?.protocol !== "https:")
    throw new EvalError(`--url is an http or https address, not ${address}.`);
  return {
    url: address.replace(/\/+$/, ""),
    secret: await tokenSecret(config.tokens),
    keepsNotes: true,
    [Symbol.asyncDispose]: async () => undefined,
  };
}
