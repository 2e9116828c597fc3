import type Anthropic from "@anthropic-ai/sdk";
import { guardedFetch } from "../remote/guarded-fetch.ts";
import type { RemoteOptions } from "../remote/remote-options.ts";

const OFFICIAL = "https://api.anthropic.com";

/** Makes a client at its first use: who has no key need not load the SDK. All that it could read from the environment is given. */
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
          // Its own log repeats malformed answers.
          logLevel: "off",
          openTelemetry: false,
        }),
    );
    return client;
  };
}
