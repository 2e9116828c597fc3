import type { FieldIssue } from "@knote/contract";
import type { RawHeaders } from "../raw-headers.ts";

/** A request that is refused before it reaches a verb. The message is for the caller. */
export class HttpRefusal extends Error {
  readonly status: number;
  readonly issues: readonly FieldIssue[] | undefined;
  readonly headers: RawHeaders;

  constructor(
    status: number,
    message: string,
    details: { readonly issues?: readonly FieldIssue[]; readonly headers?: RawHeaders } = {},
  ) {
    super(message);
    this.name = "HttpRefusal";
    this.status = status;
    this.issues = details.issues;
    this.headers = details.headers ?? [];
  }
}

/** The client disconnected before the response: nobody is left to answer. */
export class ClientLeft extends Error {
  constructor(options?: ErrorOptions) {
    super("The client left before the answer.", options);
    this.name = "ClientLeft";
  }
}

export function invalidFields(issues: readonly FieldIssue[]): HttpRefusal {
  return new HttpRefusal(422, INVALID_DETAIL, { issues });
}

export function invalidField(path: string, message: string): HttpRefusal {
  return new HttpRefusal(422, message, { issues: [{ path, message }] });
}

export const INVALID_DETAIL = "The request has invalid fields.";

/** 401; the challenge depends on whether the request carried a token at all. */
export function unauthorizedRefusal(tokenWasSent: boolean): HttpRefusal {
  if (tokenWasSent) return invalidToken("The access token is not valid.");
  return new HttpRefusal(401, "An access token is required.", { headers: ["WWW-Authenticate", "Bearer"] });
}

export function invalidToken(detail: string): HttpRefusal {
  return new HttpRefusal(401, detail, { headers: ["WWW-Authenticate", 'Bearer error="invalid_token"'] });
}

export function notFound(): HttpRefusal {
  return new HttpRefusal(404, "There is nothing at this path.");
}
