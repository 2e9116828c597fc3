/** A service of Knote, called over HTTP with a token. */
export interface Service {
  /** Its base address, which names it in reports. */
  readonly address: string;
  /** Sends a request to a path of the service; rejects when no answer comes. */
  send(path: string, request?: RequestInit): Promise<Response>;
}

/** An exchange that a service refused or that broke off; its message is a sentence for people. */
export class ExchangeError extends Error {
  override readonly name: string = "ExchangeError";
}

/** The service did not answer to the end, or cannot at the moment: a later attempt may succeed. */
export class ServiceAway extends ExchangeError {}

/** The service answered with a status that is no success. */
export class RefusedByService extends ExchangeError {
  readonly status: number;

  constructor(status: number, detail: string) {
    super(`The service answered ${status}: ${detail}`);
    this.status = status;
  }
}

/** Returns the response; throws a `ServiceAway` for a failure of the service, else a `RefusedByService`. */
export async function requireOk(response: Response): Promise<Response> {
  if (response.ok) return response;
  const refusal = new RefusedByService(response.status, detailOf(await response.text().catch(() => "")));
  throw response.status >= 500 ? new ServiceAway(refusal.message, { cause: refusal }) : refusal;
}

function detailOf(text: string): string {
  try {
    const { detail, issues = [] } = JSON.parse(text) as { detail: string; issues?: { message: string }[] };
    return [detail, ...issues.map(({ message }) => message)].join(" ");
  } catch {
    return text.slice(0, 200);
  }
}
