import { isLoopbackHost } from "./loopback.ts";
import type { SignInConfig } from "./config.ts";
import type { Environment } from "./environment.ts";

type Variables = Readonly<Record<string, string | undefined>>;

const USUAL_URL = "https://github.com";
const USUAL_API_URL = "https://api.github.com";
/** Settings that only matter for sign-in with GitHub. */
const GITHUB_ONLY = ["GITHUB_URL", "GITHUB_API_URL", "ALLOWED_USERS"];

/** Returns problems of sign-in settings that are valid each but wrong together. */
export function signInConflicts(variables: Variables): string[] {
  const { GITHUB_CLIENT_ID: id, GITHUB_CLIENT_SECRET: secret, GITHUB_URL: url, GITHUB_API_URL: apiUrl } = variables;
  const problems: string[] = [];
  if (id && !secret) problems.push("GITHUB_CLIENT_ID is set without GITHUB_CLIENT_SECRET.");
  if (secret && !id) problems.push("GITHUB_CLIENT_SECRET is set without GITHUB_CLIENT_ID.");
  if (!id && !secret) {
    for (const name of GITHUB_ONLY.filter((of) => variables[of]))
      problems.push(`${name} is set without GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET.`);
  }
  if (url && !apiUrl) problems.push("GITHUB_URL is set without GITHUB_API_URL: an Enterprise server has both.");
  if (apiUrl && !url) problems.push("GITHUB_API_URL is set without GITHUB_URL: an Enterprise server has both.");
  return id || secret ? [...problems, ...addressConflicts(variables)] : problems;
}

function addressConflicts({ HOST, PUBLIC_URL, JWT_JWKS_URL }: Variables): string[] {
  const problems: string[] = [];
  if (JWT_JWKS_URL)
    problems.push("GITHUB_CLIENT_ID and JWT_JWKS_URL are both set: tokens come from sign-in here, or from elsewhere.");
  const address = PUBLIC_URL ? URL.parse(PUBLIC_URL) : null;
  if (!PUBLIC_URL && HOST && !isLoopbackHost(HOST))
    problems.push("PUBLIC_URL is needed to sign in with GitHub, which sends people back there.");
  if (address && (address.pathname !== "/" || address.search !== "" || address.hash !== ""))
    problems.push(`PUBLIC_URL must be an address without a path to sign in with GitHub, not "${PUBLIC_URL}".`);
  return problems;
}

export function chooseSignIn(environment: Environment): SignInConfig {
  const { GITHUB_CLIENT_ID: clientId, GITHUB_CLIENT_SECRET: clientSecret, ALLOWED_USERS: allowedUsers } = environment;
  if (clientId && clientSecret) {
    const { GITHUB_URL: url = USUAL_URL, GITHUB_API_URL: apiUrl = USUAL_API_URL } = environment;
    return { kind: "github", clientId, clientSecret, url, apiUrl, allowedUsers };
  }
  return { kind: environment.JWT_JWKS_URL ? "external" : "local" };
}
