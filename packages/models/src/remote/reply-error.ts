import * as z from "zod";

const Said = z
  .object({ message: z.string().nullish(), type: z.string().nullish(), code: z.unknown(), param: z.unknown() })
  .partial();

/** As the SDKs of both providers throw it; the body of one stands a level deeper than that of the other. */
const Thrown = z.union([
  z.object({ status: z.number(), headers: z.instanceof(Headers).nullish(), error: z.unknown() }),
  // Told in the middle of a stream.
  z.object({ status: z.undefined(), headers: z.instanceof(Headers).nullish(), error: z.object({}).loose() }),
]);
const Body = z.union([z.object({ error: Said }).transform((body) => body.error), Said]);

/** An error that a provider answered with. */
export interface ReplyError {
  /** Undefined for an error that came after the answer had begun. */
  readonly status: number | undefined;
  readonly headers: Headers;
  /** The provider's own words; they may repeat what it was sent. */
  readonly message: string;
  /** The provider's names for it: type, code, parameter. */
  readonly names: readonly string[];
}

/** What a provider answered with, if that is what the error tells. */
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
