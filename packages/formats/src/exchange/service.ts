/** A service of Knote, called over HTTP with a token. */
export interface Service {
  /** Its base address, which names it in reports. */
  readonly address: string;
  /** Sends a request to a path of the service; rejects when no answer comes. */
  send(path: string, request?: RequestInit): Promise<Response>;
}

/** An exchange that a service refused or that broke off; its message is a sentence for people. */
export class ExchangeError extends Error {
  override readonly name = "ExchangeError";
}

/** Returns the response, or throws an `ExchangeError` with the sentence of a refusal. */
export async function requireOk(response: Response): Promise<Response> {
  if (response.ok) return response;
  throw new ExchangeError(`The service answered ${response.status}: ${detailOf(await response.text())}`);
}

function detailOf(text: string): string {
  try {
    const { detail, issues = [] } = JSON.parse(text) as { detail: string; issues?: { message: string }[] };
    return [detail, ...issues.map(({ message }) => message)].join(" ");
  } catch {
    return text.slice(0, 200);
  }
}
