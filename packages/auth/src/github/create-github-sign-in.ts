import { hash } from "node:crypto";
import type { Clock, ProviderOutcome, ProviderRefusal, ProviderSignIn, SessionStore } from "@knote/api";
import * as oauth from "openid-client";
import type { IsAllowed } from "../allowed-logins.ts";
import { createFlowSeal, FLOW_SECONDS } from "./flow-seal.ts";
import { createGitHubClient, type GitHubSettings } from "./github-client.ts";

interface GitHubSignInOptions extends GitHubSettings {
  readonly isAllowed: IsAllowed;
  /** Seals the flow in the browser's cookie. */
  readonly secret: string;
  readonly clock: Clock;
  /** Stores the visits under way, as each may come back only once. */
  readonly codes: Pick<SessionStore, "addCode" | "useCode">;
}

export function createGitHubSignIn({
  isAllowed: admits,
  secret,
  clock,
  codes,
  ...settings
}: GitHubSignInOptions): ProviderSignIn {
  const github = createGitHubClient(settings);
  const flows = createFlowSeal(secret, clock);
  return {
    async begin(returnTo) {
      const secrets = { state: oauth.randomState(), verifier: oauth.randomPKCECodeVerifier() };
      const flow = await flows.seal({ ...secrets, returnTo });
      await codes.addCode(digestOf(secrets.state), clock.now() + FLOW_SECONDS * 1000);
      return { address: await github.authorizationUrl(secrets), flow };
    },
    async finish(sealedFlow, query) {
      const flow = sealedFlow === null ? null : await flows.open(sealedFlow);
      if (flow === null) return refuse("expired", "/", "this browser began no sign-in, or too long ago");
      const { returnTo, ...secrets } = flow;
      const isOurs = new URLSearchParams(query).getAll("state").join() === flow.state;
      if (!isOurs) return refuse("expired", returnTo, "the state is of another visit");
      const isFirst = await codes.useCode(digestOf(flow.state), clock.now());
      if (!isFirst) return refuse("expired", returnTo, "this visit has already come back");
      try {
        const person = await github.person(query, secrets);
        if (admits(person)) return { person, returnTo };
        return refuse("not_allowed", returnTo, "ALLOWED_USERS does not name this login");
      } catch (error) {
        return refuse(codeOf(error), returnTo, reasonOf(error));
      }
    },
  };
}

/** Returns the digest of a state, which is never that of a sign-in code: their input has 43 characters. */
function digestOf(state: string): string {
  return hash("sha256", `sign-in flow ${state}`, "base64url");
}

function refuse(error: ProviderRefusal, returnTo: string, reason: string): ProviderOutcome {
  return { error, returnTo, reason };
}

function codeOf(error: unknown): ProviderRefusal {
  if (error instanceof oauth.AuthorizationResponseError && error.error === "access_denied") return "denied";
  if (error instanceof oauth.ResponseBodyError && error.error === "bad_verification_code") return "expired";
  return "provider";
}

/** Error codes of OAuth 2.0 and GitHub. */
const REFUSALS: ReadonlySet<string> = new Set([
  "access_denied",
  "application_suspended",
  "bad_verification_code",
  "incorrect_client_credentials",
  "invalid_client",
  "invalid_grant",
  "invalid_request",
  "invalid_scope",
  "redirect_uri_mismatch",
  "server_error",
  "temporarily_unavailable",
  "unauthorized_client",
  "unsupported_grant_type",
  "unsupported_response_type",
  "unverified_user_email",
]);

/** Returns the reason for the log. OAuth errors can hold a secret, so only their known codes are used. */
function reasonOf(error: unknown): string {
  if (error instanceof oauth.AuthorizationResponseError || error instanceof oauth.ResponseBodyError)
    return `the provider said ${REFUSALS.has(error.error) ? error.error : "something odd"}`;
  if (error instanceof oauth.ClientError) return `the answer cannot be used (${error.code ?? "no code"})`;
  if (!(error instanceof Error)) return "unknown";
  return error.name === "ZodError" ? "the profile cannot be read" : `${error.name}: ${error.message}`;
}
