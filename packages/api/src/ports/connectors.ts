import type { Session } from "./session-store.ts";

export type OAuthErrorCode =
  | "access_denied"
  | "invalid_client"
  | "invalid_grant"
  | "invalid_request"
  | "invalid_scope"
  | "invalid_target"
  | "unsupported_grant_type"
  | "unsupported_response_type";

/** Refuses an application in the words of OAuth; the message is a sentence for its makers. */
export class OAuthRefusal extends Error {
  readonly code: OAuthErrorCode;

  constructor(code: OAuthErrorCode, message: string) {
    super(message);
    this.name = "OAuthRefusal";
    this.code = code;
  }
}

/** The parameters of a request, each of which was sent once. */
export type OAuthParameters = Readonly<Record<string, string | undefined>>;

/** An application that asks to be let in, as its owner should see it. */
export interface ConnectorView {
  /** As the application calls itself. */
  readonly name: string;
  /** The host of its id, which vouches for the rest. */
  readonly host: string;
  /** The host to which the browser is sent back. */
  readonly returnHost: string;
  /** Whether that is the machine of the browser, where any program could listen. */
  readonly isLoopback: boolean;
}

/** A request that can be put to the owner, or the address that tells the application why not. */
export type AuthorizationOutcome =
  | { readonly view: ConnectorView }
  | { readonly view: null; readonly returnTo: string };

/** What the owner allows. */
export interface Consent {
  readonly scopes: readonly string[];
  readonly days: number;
}

/** The answer to a request for tokens. */
export interface GrantedTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresInSeconds: number;
  readonly scopes: readonly string[];
}

/** Lets outside applications in for their owners, by OAuth. */
export interface Connectors {
  /** Scopes that an application can be given. */
  readonly scopes: readonly string[];
  /** Checks a request to be let in. Throws an `OAuthRefusal` when it is not even clear where to return to. */
  examine(parameters: OAuthParameters): Promise<AuthorizationOutcome>;
  /**
   * Returns the address that carries the decision back; `consent` is null when the owner declined. Throws like `examine`,
   * and CONFLICT when the owner has too many tokens to allow anything.
   */
  decide(parameters: OAuthParameters, consent: Consent | null, session: Session): Promise<string>;
  /** Exchanges a code or a refresh token. Throws an `OAuthRefusal`. */
  exchange(parameters: OAuthParameters): Promise<GrantedTokens>;
}
