import * as z from "zod";

const Said = z
  .object({ message: z.string().nullish(), type: z.string().nullish(), code: z.unknown(), param: z.unknown() })
  .partial();

/** An error that one of the SDKs throws. Anthropic's has its body one level deeper than OpenAI's. */
const Thrown = z.union([
  z.object({ status: z.number(), headers: z.instanceof(Headers).nullish(), error: z.unknown() }),
  // In the middle of a stream.
  z.object({ status: z.undefined(), headers: z.instanceof(Headers).nullish(), error: z.object({}).loose() }),
]);
const Body = z.union([z.object({ error: Said }).transform((body) => body.error), Said]);

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
  const thrown = Thrown.safeParse(error);
  if (!thrown.success) return undefined;
  const said = Body.safeParse(thrown.data.error).data ?? {};
  return {
    status: thrown.data.status,
    headers: thrown.data.headers ?? new Headers(),
    message: said.message ?? "",
    names: [said.type, said.code, said.param].filter((name) => typeof name === "string"),
  };
}
