import type OpenAI from "openai";
import { guardedFetch } from "../remote/guarded-fetch.ts";
import { PLACEHOLDER_KEY, type RemoteOptions } from "../remote/remote-options.ts";

const OPENAI_BASE_URL = "https://api.openai.com/v1";

/** Makes a client at its first use: who has no key need not load the SDK. All that it could read from the environment is given. */
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

/** Whether it is OpenAI itself, in whatever region, whose parameters are known; other servers speak dialects. */
export function isOpenAi(baseUrl: string | undefined): boolean {
  return baseUrl === undefined || /(?:^|\.)api\.openai\.com$/.test(URL.parse(baseUrl)?.hostname ?? "");
}
