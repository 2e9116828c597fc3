import { OAuthRefusal, type OAuthParameters } from "@knote/api";
import type { Client } from "./client-document.ts";
import { isRegistered } from "./redirects.ts";

/** A request to be let in whose answer can be sent to the application. */
export interface AuthorizationRequest {
  readonly client: Client;
  readonly redirectUri: string;
  readonly state: string | undefined;
  /** The S256 challenge of PKCE. */
  readonly challenge: string;
}

const MAX_REDIRECT = 1_000;
const MAX_STATE = 2_000;

/** Returns where to send the answer. Throws an `OAuthRefusal` for an address that is not the application's. */
export function readRedirect(parameters: OAuthParameters, client: Client): string {
  const { redirect_uri: redirectUri = "" } = parameters;
  if (redirectUri.length > MAX_REDIRECT || !isRegistered(redirectUri, client.redirectUris))
    throw new OAuthRefusal("invalid_request", "redirect_uri is not one of those in the document at client_id.");
  return redirectUri;
}

/** Checks the rest of a request, about which the application is told. Throws an `OAuthRefusal`. */
export function readRequest(
  parameters: OAuthParameters,
  context: {
    readonly client: Client;
    readonly redirectUri: string;
    readonly resource: string;
    readonly scopes: readonly string[];
  },
): AuthorizationRequest {
  const { response_type: type, code_challenge: challenge = "", code_challenge_method: method, state } = parameters;
  const { client, redirectUri, resource, scopes } = context;
  if (type !== "code") throw new OAuthRefusal("unsupported_response_type", "response_type must be code.");
  if (method !== "S256" || !/^[\w-]{43}$/.test(challenge))
    throw new OAuthRefusal(
      "invalid_request",
      "code_challenge must be an S256 challenge, and code_challenge_method S256.",
    );
  if (parameters["resource"] !== resource) throw new OAuthRefusal("invalid_target", `resource must be ${resource}.`);
  const unknownScope = (parameters["scope"] ?? "").split(" ").find((scope) => scope !== "" && !scopes.includes(scope));
  if (unknownScope !== undefined)
    throw new OAuthRefusal("invalid_scope", `scope can hold ${scopes.join(", ")} with spaces between.`);
  if ((state ?? "").length > MAX_STATE)
    throw new OAuthRefusal("invalid_request", "state must have at most 2,000 characters.");
  return { client, redirectUri, state, challenge };
}
