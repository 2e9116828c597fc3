import type OpenAI from "openai";
import { guardedFetch } from "../remote/guarded-fetch.ts";
import { PLACEHOLDER_KEY, type RemoteOptions } from "../remote/remote-options.ts";

const OPENAI_BASE_URL = "https://api.openai.com/v1";

/** Loads the SDK at the first use only. Sets every option that it would otherwise read from the environment. */
export function createOpenAiClient({ apiKey, baseUrl }: RemoteOptions): () => Promise<OpenAI> {
  let client: Promise<OpenAI> | undefined;
  return () => {
    client ??= import("openai").then(
      ({ default: Client }) =>
        new Client({
          apiKey: apiKey || PLACEHOLDER_KEY,
          baseURL: baseUrl ?? OPENAI_BASE_URL,
          organization: null,
          project: null,
          fetch: guardedFetch,
          maxRetries: 0,
          logLevel: "off",
        }),
    );
    return client;
  };
}

/** Returns whether this is OpenAI itself, in any region: its parameters are known, those of other servers differ. */
export function isOpenAi(baseUrl: string | undefined): boolean {
  return baseUrl === undefined || /(?:^|\.)api\.openai\.com$/.test(URL.parse(baseUrl)?.hostname ?? "");
}
