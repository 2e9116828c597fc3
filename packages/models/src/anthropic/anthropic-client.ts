import type Anthropic from "@anthropic-ai/sdk";
import { guardedFetch } from "../remote/guarded-fetch.ts";
import type { RemoteOptions } from "../remote/remote-options.ts";

const OFFICIAL = "https://api.anthropic.com";

/** Loads the SDK at the first use only. Sets every option that it would otherwise read from the environment. */
export function createAnthropicClient({ apiKey, baseUrl = OFFICIAL }: RemoteOptions): () => Promise<Anthropic> {
  let client: Promise<Anthropic> | undefined;
  return () => {
    client ??= import("@anthropic-ai/sdk").then(
      ({ default: Client }) =>
        new Client({
          apiKey,
          baseURL: baseUrl,
          fetch: guardedFetch,
          maxRetries: 0,
          // The SDK's log repeats malformed answers.
          logLevel: "off",
          openTelemetry: false,
        }),
    );
    return client;
  };
}
