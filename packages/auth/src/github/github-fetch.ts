/** Far more than a token or a profile needs. */
const MAX_BYTES = 262_144;

interface GitHubRequest {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** Fetches with a secret: follows no redirect, which would leak the secret, and limits the answer's size. */
export async function githubFetch(url: string, { method, headers, body, signal }: GitHubRequest): Promise<Response> {
  const response = await fetch(url, {
    method: method ?? "GET",
    headers: { ...headers, "User-Agent": "knote" },
    // Safe because openid-client sends forms and nothing else.
    body: (body ?? null) as URLSearchParams | null,
    signal: signal ?? null,
    redirect: "manual",
  });
  const { status, statusText } = response;
  const text = await boundedText(response);
  const type = response.headers.get("content-type") ?? "";
  return new Response(text, {
    status: refusalIn(status, text) ? 400 : status,
    statusText,
    headers: { "Content-Type": type },
  });
}

/** GitHub refuses a token with status 200, where the standard and openid-client expect 400. */
function refusalIn(status: number, text: string): boolean {
  if (status !== 200) return false;
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === "object" && answer !== null && "error" in answer;
  } catch {
    return false;
  }
}

async function boundedText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > MAX_BYTES) throw new Error(`The answer is longer than ${MAX_BYTES} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
