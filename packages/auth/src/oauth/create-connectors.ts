import { hash, randomUUID } from "node:crypto";
import {
  type Clock,
  type Connectors,
  type DocumentFetcher,
  type GrantedTokens,
  type OAuthParameters,
  OAuthRefusal,
  type Storage,
  type StoredToken,
} from "@knote/api";
import { CONNECTOR_SCOPES, DAY_MS, LIMITS, type TierKey } from "@knote/contract";
import type { IsAllowed } from "../allowed-logins.ts";
import { firstTier } from "../first-tier.ts";
import { type AuthorizationRequest, readRedirect, readRequest } from "./authorization-request.ts";
import { readClient } from "./client-document.ts";
import { type CodeContent, createCodeSeal, shortDigest } from "./code-seal.ts";
import { isLoopback } from "./redirects.ts";
import {
  digestOfText,
  hintOf,
  newRefreshText,
  newTokenText,
  prefixOf,
  refreshDigestsOf,
} from "../tokens/token-text.ts";
import { tooManyTokens } from "../tokens/too-many-tokens.ts";

const CODE_MS = 60_000;
/** How long a second use of a code is noticed at once, even while the first is still under way. */
const SECOND_USE_MS = 10 * 60_000;
const ACCESS_MS = 3_600_000;
const IDLE_MS = 60 * DAY_MS;

export interface ConnectorsDeps {
  readonly storage: Pick<Storage, "sessions" | "tokens" | "users">;
  readonly clock: Clock;
  /** Seals codes. */
  readonly secret: string;
  /** The address of the service. */
  readonly publicUrl: string;
  readonly fetcher: DocumentFetcher;
  /** Hosts whose applications may connect; an empty list allows all. */
  readonly hosts: readonly string[];
  readonly defaultTier: TierKey;
  readonly isAllowed: IsAllowed;
}

/** Creates the authorization server for connectors, which give tokens for `/mcp`. */
export function createConnectors(deps: ConnectorsDeps): Connectors {
  const { clock, storage, publicUrl } = deps;
  const seal = createCodeSeal(deps.secret);
  const resource = `${publicUrl}/mcp`;

  /** Returns the request, or the refusal of which the application is told. */
  async function read(parameters: OAuthParameters): Promise<AuthorizationRequest | { readonly refusedAt: string }> {
    const client = await readClient(parameters["client_id"] ?? "", deps);
    const redirectUri = readRedirect(parameters, client);
    try {
      return readRequest(parameters, { client, redirectUri, resource, scopes: CONNECTOR_SCOPES });
    } catch (error) {
      if (!(error instanceof OAuthRefusal)) throw error;
      return { refusedAt: answerAddress(redirectUri, { ...errorOf(error), state: parameters["state"] }) };
    }
  }

  function answerAddress(redirectUri: string, answer: Readonly<Record<string, string | undefined>>): string {
    const url = new URL(redirectUri);
    for (const [name, value] of Object.entries({ ...answer, iss: publicUrl }))
      if (value !== undefined) url.searchParams.set(name, value);
    return url.href;
  }

  return {
    scopes: CONNECTOR_SCOPES,

    async examine(parameters) {
      const request = await read(parameters);
      if ("refusedAt" in request) return { view: null, returnTo: request.refusedAt };
      const { name, host } = request.client;
      const returnUrl = new URL(request.redirectUri);
      return { view: { name, host, returnHost: returnUrl.host, isLoopback: isLoopback(returnUrl) } };
    },

    async decide(parameters, consent, session) {
      // Told to the owner, who can do something about it, before the application hears of it.
      const tokens = consent === null ? [] : await storage.tokens.list(session.userId, clock.now());
      if (tokens.length >= LIMITS.tokens) throw tooManyTokens();
      const request = await read(parameters);
      if ("refusedAt" in request) return request.refusedAt;
      const { client, redirectUri, state, challenge } = request;
      if (consent === null) {
        const refusal = new OAuthRefusal("access_denied", "The owner declined.");
        return answerAddress(redirectUri, { ...errorOf(refusal), state });
      }
      const { code, jti } = await seal.seal({
        clientDigest: shortDigest(client.id),
        clientName: client.name,
        redirectDigest: shortDigest(redirectUri),
        challenge,
        userId: session.userId,
        login: session.login,
        sessionId: session.id,
        grantId: randomUUID(),
        ...consent,
        scopes: [...consent.scopes],
        issuedAt: clock.now(),
      });
      const [use, secondUse] = usesOf(jti);
      await storage.sessions.addCode(use, clock.now() + CODE_MS);
      await storage.sessions.addCode(secondUse, clock.now() + SECOND_USE_MS);
      return answerAddress(redirectUri, { code, state });
    },

    async exchange(parameters) {
      switch (parameters["grant_type"]) {
        case "authorization_code":
          return await redeem(parameters, await openCode(parameters));
        case "refresh_token":
          return await refresh(parameters);
        case undefined:
          throw new OAuthRefusal("invalid_request", "grant_type is required.");
        default:
          throw new OAuthRefusal("unsupported_grant_type", "grant_type must be authorization_code or refresh_token.");
      }
    },
  };

  async function openCode(parameters: OAuthParameters): Promise<CodeContent> {
    const {
      code,
      client_id: clientId,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    } = requireParameters(parameters, ["code", "client_id", "redirect_uri", "code_verifier"]);
    if (![undefined, resource].includes(parameters["resource"]))
      throw new OAuthRefusal("invalid_target", `resource must be ${resource}.`);
    const content = await seal.open(code!);
    if (content === null) throw invalidGrant("The code is not valid.");
    if (content.clientDigest !== shortDigest(clientId!)) throw invalidGrant("The code belongs to another client_id.");
    if (content.redirectDigest !== shortDigest(redirectUri!))
      throw invalidGrant("The code was sent to another redirect_uri.");
    if (content.challenge !== hash("sha256", verifier!, "base64url"))
      throw invalidGrant("code_verifier does not fit the code_challenge.");
    return content;
  }

  async function redeem(parameters: OAuthParameters, content: CodeContent): Promise<GrantedTokens> {
    const { userId, grantId, sessionId, issuedAt } = content;
    const now = clock.now();
    const [use, secondUse] = usesOf(content.jti);
    const isFirst = now < issuedAt + CODE_MS && (await storage.sessions.useCode(use, now));
    if (!isFirst) {
      // Whoever holds a code that was used has stolen it, or had it stolen.
      await storage.sessions.useCode(secondUse, now);
      const hadGrant = await storage.tokens.end(userId, grantId);
      throw invalidGrant(
        hadGrant ? "The code was used before, so its grant has ended." : "The code has expired or was used.",
      );
    }
    const origin = { issuedAt, sessionId };
    if ((await storage.users.admit(userId, origin, firstTier(userId, deps.defaultTier))) === null)
      throw invalidGrant("The owner has signed out since.");
    const tokens = await giveGrant(parameters["client_id"]!, content, now);
    // The second use may have come while the grant was being made.
    if (!(await storage.sessions.useCode(secondUse, clock.now()))) {
      await storage.tokens.end(userId, grantId);
      throw invalidGrant("The code was used before, so its grant has ended.");
    }
    return tokens;
  }

  async function giveGrant(connector: string, content: CodeContent, now: number): Promise<GrantedTokens> {
    const { userId, grantId, clientName, login, scopes, days } = content;
    const { texts, next } = newSecrets(undefined, now);
    const { digest, hint, ...secrets } = next;
    const token: StoredToken = {
      id: grantId,
      userId,
      kind: "grant",
      name: clientName,
      scopes,
      hint,
      login,
      createdAt: now,
      lastUsedAt: null,
      expiresAt: now + days * DAY_MS,
      grant: { connector, family: refreshDigestsOf(texts.refreshToken).family, earlier: null, ...secrets },
    };
    if (!(await storage.tokens.create(digest, token, LIMITS.tokens)))
      throw invalidGrant(`The owner has ${LIMITS.tokens} tokens and must revoke one first.`);
    return answerWith(texts, token, now);
  }

  async function refresh(parameters: OAuthParameters): Promise<GrantedTokens> {
    const { refresh_token: text, client_id: clientId } = requireParameters(parameters, ["refresh_token", "client_id"]);
    const now = clock.now();
    const { texts, next } = newSecrets(text, now);
    const isOurs = prefixOf(text!) === "ort";
    const token = isOurs ? await storage.tokens.rotate(refreshDigestsOf(text!), next, now) : null;
    if (token === null) throw invalidGrant("The refresh token is not valid.");
    if (token === "reused") throw invalidGrant("The refresh token was used before, so its grant has ended.");
    if (token.grant?.connector !== clientId || !deps.isAllowed(token)) {
      await storage.tokens.end(token.userId, token.id);
      throw invalidGrant(
        "The refresh token belongs to another client_id or to nobody who may sign in; its grant has ended.",
      );
    }
    return answerWith(texts, token, now);
  }
}

function newSecrets(earlierRefresh: string | undefined, now: number) {
  const texts = { accessToken: newTokenText("oat"), refreshToken: newRefreshText(earlierRefresh) };
  const next = {
    digest: digestOfText(texts.accessToken),
    hint: hintOf(texts.accessToken),
    refresh: digestOfText(texts.refreshToken),
    accessUntil: now + ACCESS_MS,
    idleUntil: now + IDLE_MS,
  };
  return { texts, next };
}

/** Returns the digests of a code's first use and of its second. */
function usesOf(jti: string): [string, string] {
  return [shortDigest(`first use of ${jti}`), shortDigest(`second use of ${jti}`)];
}

function answerWith(
  texts: Pick<GrantedTokens, "accessToken" | "refreshToken">,
  { grant, expiresAt, scopes }: StoredToken,
  now: number,
): GrantedTokens {
  const until = Math.min(grant!.accessUntil, expiresAt ?? Infinity);
  return { ...texts, expiresInSeconds: Math.floor((until - now) / 1_000), scopes };
}

function requireParameters(parameters: OAuthParameters, names: readonly string[]): OAuthParameters {
  for (const name of names)
    if (parameters[name] === undefined) throw new OAuthRefusal("invalid_request", `${name} is required.`);
  return parameters;
}

function invalidGrant(message: string): OAuthRefusal {
  return new OAuthRefusal("invalid_grant", message);
}

function errorOf({ code, message }: OAuthRefusal) {
  return { error: code, error_description: message };
}
