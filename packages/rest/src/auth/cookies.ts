import type { Exchange } from "../http/exchange.ts";

/** The cookies of this service, all out of reach of scripts. */
export interface Cookies {
  readonly session: Cookie;
  /** The state of a sign-in while the browser is at the provider. */
  readonly flow: Cookie;
}

export interface Cookie {
  /** Returns the value that the browser sent, or null. */
  read(exchange: Exchange): string | null;
  set(exchange: Exchange, value: string, seconds: number): void;
  clear(exchange: Exchange): void;
}

/**
 * With https the names begin with `__Host-`, so that no other host of the domain can plant such a cookie.
 * Without, they end with the port: cookies ignore ports, so two services on one machine would share them.
 */
export function createCookies(publicUrl: string): Cookies {
  const { protocol, port } = new URL(publicUrl);
  const isSecure = protocol === "https:";
  const attributes = `; Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  const nameOf = (name: string) => (isSecure ? `__Host-${name}` : `${name}${port && `-${port}`}`);
  return { session: cookie(nameOf("knote"), attributes), flow: cookie(nameOf("knote-signin"), attributes) };
}

function cookie(name: string, attributes: string): Cookie {
  const put = ({ headers }: Exchange, value: string, seconds: number) =>
    void headers.push("Set-Cookie", `${name}=${value}; Max-Age=${seconds}${attributes}`);
  return {
    read: ({ request }) => valueOf(request.headers.cookie ?? "", name),
    set: put,
    clear: (exchange) => put(exchange, "", 0),
  };
}

function valueOf(header: string, name: string): string | null {
  for (const part of header.split(";")) {
    const equals = part.indexOf("=");
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim();
  }
  return null;
}
