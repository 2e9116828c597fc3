/** Far more than any valid answer has. */
const MAX_BYTES = 32 * 1_048_576;

/** The call failed before a server answered. */
class UnreachableError extends Error {
  readonly reason: unknown;

  constructor(reason: unknown) {
    // Must not mention time: the SDKs take such a message for a timeout and drop the reason.
    super("The server gave no answer.");
    this.name = "UnreachableError";
    this.reason = reason;
  }
}

/** `fetch` for calls with a key: follows no redirect, which would get the key, and limits the answer's size. */
export async function guardedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: "manual" }).catch((error: unknown) => {
    throw init?.signal?.aborted ? error : new UnreachableError(error);
  });
  if (response.body === null) return response;
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(limitTo(MAX_BYTES)), { status, statusText, headers });
}

/** Returns why no server answered, even if an SDK wrapped the error; undefined for all other errors. */
export function unreachableReason(error: unknown): unknown {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof UnreachableError) return at.reason ?? at;
  }
  return undefined;
}

function limitTo(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let remainingBytes = maxBytes;
  return new TransformStream({
    transform(chunk, controller) {
      remainingBytes -= chunk.byteLength;
      if (remainingBytes < 0) controller.error(new Error(`The answer is longer than ${maxBytes} bytes.`));
      else controller.enqueue(chunk);
    },
  });
}
