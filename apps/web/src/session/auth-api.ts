import type { ConnectorDecision, ConnectorRequest, NewToken, Token } from "@knote/contract";
import { AuthFailure, Unreachable } from "../kit/failures.ts";

/** How users sign in to this installation: by a one-time link, with GitHub, or not in the browser at all. */
export type SignInOptions =
  | { readonly mode: "local" | "external" }
  | { readonly mode: "github"; readonly provider: { readonly name: string; readonly url: string } };

export interface Account {
  readonly id: string;
  readonly name: string | null;
  readonly login?: string | undefined;
  readonly tier: string;
}

export interface BrowserSession {
  readonly id: string;
  readonly current: boolean;
  readonly created_at: string;
  readonly last_used_at: string;
  readonly expires_at: string;
  readonly user_agent: string | null;
}

/** What an application asks for, or where to go instead when its request is wrong. */
export type ConnectionAnswer = ConnectorRequest | { readonly redirect_to: string };

/** The sign-in endpoints; the browser sends the session cookie by itself. */
export const authApi = {
  options: () => call<SignInOptions>("GET", "/auth/options"),
  account: () => call<Account>("GET", "/auth/account"),
  sessions: () => call<{ sessions: BrowserSession[] }>("GET", "/auth/sessions"),
  signInWithCode: (code: string) => call<void>("POST", "/auth/local", { code }),
  signOut: () => call<void>("POST", "/auth/logout"),
  signOutEverywhere: () => call<void>("DELETE", "/auth/sessions"),
  endSession: (id: string) => call<void>("DELETE", `/auth/sessions/${encodeURIComponent(id)}`),
  tokens: () => call<{ tokens: Token[] }>("GET", "/auth/tokens"),
  /** Makes a personal token; only this answer has its text. */
  createToken: (token: NewToken) => call<Token & { token: string }>("POST", "/auth/tokens", token),
  revokeToken: (id: string) => call<void>("DELETE", `/auth/tokens/${encodeURIComponent(id)}`),
  connection: (request: string) => call<ConnectionAnswer>("GET", `/oauth/consent?${new URLSearchParams({ request })}`),
  decideConnection: (decision: ConnectorDecision) => call<{ redirect_to: string }>("POST", "/oauth/consent", decision),
  eraseAccount: () => call<void>("DELETE", "/auth/account", { confirm: "erase" }),

  /** Requests an access token; null when nobody is signed in. */
  async mintToken(): Promise<{ value: string; lifeMs: number } | null> {
    try {
      const path = "/auth/token?optional=true";
      const tokenBody = await call<{ access_token: string; expires_in: number } | undefined>("POST", path);
      return tokenBody ? { value: tokenBody.access_token, lifeMs: tokenBody.expires_in * 1000 } : null;
    } catch (error) {
      if (error instanceof AuthFailure && error.status === 401) return null;
      throw error;
    }
  },
};

async function call<Result>(method: string, path: string, body?: object): Promise<Result> {
  const headers = new Headers({ Accept: "application/json" });
  if (body) headers.set("Content-Type", "application/json");
  const request = fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const response = await request.catch((error: unknown) => Promise.reject(new Unreachable(error)));
  const text = await response.text();
  if (response.ok) return (text ? JSON.parse(text) : undefined) as Result;
  throw new AuthFailure(response.status, detailOf(text), response.headers.get("x-request-id"));
}

function detailOf(text: string): string {
  try {
    return String((JSON.parse(text) as { detail?: unknown }).detail);
  } catch {
    return "The server gave no reason.";
  }
}
