export interface BrowserAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Parsed JSON; undefined for other texts. Untyped, as each test expects another body. */
  readonly body: any;
  /** Target of a redirect. */
  readonly location: string | null;
}

/** A browser as the service sees it: keeps cookies and sends the page's origin. */
export interface Browser {
  /** Cookies by name, which a test may change. */
  readonly cookies: Map<string, string>;
  /** Sends `POST /auth/token` like a page of the service, unless `headers` differ. Follows no redirect. */
  send(request: string, options?: BrowserRequestOptions): Promise<BrowserAnswer>;
  /** Visits an address and follows redirects; returns the last page's path, query and fragment. */
  visit(path: string): Promise<string>;
}

export interface BrowserRequestOptions {
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const MOST_STEPS = 10;

export function createBrowser(origin: string, userAgent = "Test browser/1"): Browser {
  const cookies = new Map<string, string>();

  async function send(request: string, { json, headers }: BrowserRequestOptions = {}): Promise<BrowserAnswer> {
    const [method = "", path = ""] = request.split(/ (.*)/s);
    const response = await fetch(new URL(path, origin), {
      method,
      redirect: "manual",
      headers: {
        "User-Agent": userAgent,
        ...(method !== "GET" && { Origin: origin }),
        ...(cookies.size > 0 && { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") }),
        ...(json !== undefined && { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    for (const line of response.headers.getSetCookie()) keep(cookies, line);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: parseJson(text),
      location: response.headers.get("location"),
    };
  }

  async function visit(path: string): Promise<string> {
    let at = new URL(path, origin);
    for (let step = 0; step < MOST_STEPS; step++) {
      const isOurs = at.origin === origin;
      const location = isOurs
        ? (await send(`GET ${at.pathname}${at.search}`)).location
        : (await fetch(at, { redirect: "manual" })).headers.get("location");
      if (location === null) return at.href.slice(at.origin.length);
      at = new URL(location, at);
    }
    throw new Error(`${path} has more than ${MOST_STEPS} redirects.`);
  }

  return { cookies, send, visit };
}

function keep(cookies: Map<string, string>, line: string): void {
  const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
  if (/; Max-Age=0\b/i.test(line)) cookies.delete(name);
  else cookies.set(name, value);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
