import type { Person } from "@knote/api";
import * as oauth from "openid-client";
import * as z from "zod";
import { githubFetch } from "./github-fetch.ts";

const TIMEOUT_SECONDS = 10;

export interface GitHubSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  /** `https://github.com`, or an Enterprise server. */
  readonly url: string;
  /** `https://api.github.com`, or `https://HOST/api/v3`. */
  readonly apiUrl: string;
  /** Address to which GitHub sends people back. */
  readonly callbackUrl: string;
}

/** Secrets that tie the callback to the visit. */
export interface FlowSecrets {
  readonly state: string;
  readonly verifier: string;
}

/** GitHub as an OAuth 2.0 server, with PKCE. */
export interface GitHubClient {
  /** Returns the address at which GitHub asks the user. */
  authorizationUrl(secrets: FlowSecrets): Promise<string>;
  /** Returns the person who came back, by the callback's query. Rejects with the provider's or the network's error. */
  person(query: string, secrets: FlowSecrets): Promise<Person & { readonly login: string }>;
}

const Profile = z.object({
  id: z.int().positive(),
  login: z.string().min(1).max(100),
  name: z.string().nullish(),
});

/** Creates a client. It requests no scope: the public profile is all that Knote needs. */
export function createGitHubClient(settings: GitHubSettings): GitHubClient {
  const config = configurationOf(settings);
  return {
    async authorizationUrl({ state, verifier }) {
      const url = oauth.buildAuthorizationUrl(config, {
        redirect_uri: settings.callbackUrl,
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      });
      return url.href;
    },
    async person(query, { state, verifier }) {
      const cameBack = new URL(`${settings.callbackUrl}?${query}`);
      const checks = { expectedState: state, pkceCodeVerifier: verifier };
      const { access_token } = await oauth.authorizationCodeGrant(config, cameBack, checks);
      return await readPerson(settings.apiUrl, access_token);
    },
  };
}

function configurationOf({ clientId, clientSecret, url }: GitHubSettings): oauth.Configuration {
  const server = {
    issuer: `${url}/login/oauth`,
    authorization_endpoint: `${url}/login/oauth/authorize`,
    token_endpoint: `${url}/login/oauth/access_token`,
  };
  const config = new oauth.Configuration(server, clientId, undefined, oauth.ClientSecretPost(clientSecret));
  config.timeout = TIMEOUT_SECONDS;
  config[oauth.customFetch] = githubFetch;
  // The settings allow http only for this machine.
  if (url.startsWith("http:")) oauth.allowInsecureRequests(config);
  return config;
}

async function readPerson(apiUrl: string, accessToken: string): Promise<Person & { readonly login: string }> {
  const response = await githubFetch(`${apiUrl}/user`, {
    headers: { Accept: "application/vnd.github+json", Authorization: `Bearer ${accessToken}` },
    signal: AbortSignal.timeout(TIMEOUT_SECONDS * 1000),
  });
  if (response.status !== 200) throw new Error(`The profile was answered with ${response.status}.`);
  const { id, login, name } = Profile.parse(await response.json());
  return { userId: `github:${id}`, login, name: name?.trim() || login };
}
