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
  /** Where GitHub sends people back to. */
  readonly callbackUrl: string;
}

/** What ties the way back to the way there. */
export interface FlowSecrets {
  readonly state: string;
  readonly verifier: string;
}

/** GitHub as an OAuth 2.0 server, with PKCE. */
export interface GitHubClient {
  /** Where a browser goes to be asked. */
  authorizationUrl(secrets: FlowSecrets): Promise<string>;
  /** Who came back, by the query that GitHub sent along. Rejects with whatever went wrong. */
  person(query: string, secrets: FlowSecrets): Promise<Person & { readonly login: string }>;
}

const Profile = z.object({
  id: z.int().positive(),
  login: z.string().min(1).max(100),
  name: z.string().nullish(),
});

/** No scope is asked for: who somebody is stands in the public profile, and Knote wants nothing else. */
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
  // The settings allow http on this machine alone.
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
