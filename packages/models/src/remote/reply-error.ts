import * as z from "zod";

const ErrorDetails = z
  .object({ message: z.string().nullish(), type: z.string().nullish(), code: z.unknown(), param: z.unknown() })
  .partial();

/** An error that one of the SDKs throws. Anthropic's has its body one level deeper than OpenAI's. */
const SdkError = z.union([
  z.object({ status: z.number(), headers: z.instanceof(Headers).nullish(), error: z.unknown() }),
  // In the middle of a stream.
  z.object({ status: z.undefined(), headers: z.instanceof(Headers).nullish(), error: z.object({}).loose() }),
]);
const Body = z.union([z.object({ error: ErrorDetails }).transform((body) => body.error), ErrorDetails]);

/** A provider's error. */
export interface ReplyError {
  /** Undefined for an error that came after the answer had begun. */
  readonly status: number | undefined;
  readonly headers: Headers;
  /** The provider's message, which can repeat what was sent. */
  readonly message: string;
  /** The error's type, code and parameter. */
  readonly names: readonly string[];
}

/** Returns the provider's error inside an SDK's error; undefined for all other errors. */
export function replyError(error: unknown): ReplyError | undefined {
  const sdkError = SdkError.safeParse(error);
  if (!sdkError.success) return undefined;
  const details = Body.safeParse(sdkError.data.error).data ?? {};
  return {
    status: sdkError.data.status,
    headers: sdkError.data.headers ?? new Headers(),
    message: details.message ?? "",
    names: [details.type, details.code, details.param].filter((name) => typeof name === "string"),
  };
}
