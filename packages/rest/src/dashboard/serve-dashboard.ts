import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import type { Exchange } from "../http/exchange.ts";
import type { Responder } from "../http/responder.ts";
import type { Endpoint } from "../routing/endpoint.ts";
import type { Dashboard, DashboardFile } from "./read-dashboard.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

/** Everything is loaded from this service; the page has no inline script or style, and cannot be framed. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** File names under this path contain a hash of the content. */
const HASHED_FOLDER = "/assets/";
const FOREVER = "public, max-age=31536000, immutable";

/** Creates an endpoint for each file that the page loads. */
export function dashboardEndpoints(dashboard: Dashboard, respond: Responder): Endpoint[] {
  return dashboard.files.map((file) => ({
    method: "GET",
    path: file.path,
    access: "public",
    isDocumented: false,
    answer: (exchange) => send(file, exchange, respond),
  }));
}

/** Sends the single page, for every path of the dashboard. */
export function sendPage(dashboard: Dashboard, exchange: Exchange, respond: Responder): void {
  exchange.route = "dashboard";
  send(dashboard.page, exchange, respond).catch((error: unknown) => respond.error(exchange, error));
}

async function send(file: DashboardFile, exchange: Exchange, respond: Responder): Promise<void> {
  const { request, response } = exchange;
  const acceptEncoding = request.headers["accept-encoding"] ?? "";
  const encoding = file.encodings.find(({ name }) => accepts(acceptEncoding, name));
  const content = await readFile(encoding?.file ?? file.file);
  respond.handOver(exchange);
  response.setHeader("Content-Type", TYPES[extname(file.path)] ?? "application/octet-stream");
  response.setHeader("Content-Security-Policy", POLICY);
  response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
  response.setHeader("Cache-Control", file.path.startsWith(HASHED_FOLDER) ? FOREVER : "no-cache");
  response.setHeader("Content-Length", content.length);
  response.setHeader("Vary", "Accept-Encoding");
  if (encoding) response.setHeader("Content-Encoding", encoding.name);
  response.end(content);
}

function accepts(header: string, encoding: string): boolean {
  return header.split(",").some((part) => {
    const [name = "", weight = ""] = part.split(";").map((text) => text.trim());
    return name === encoding && !/^q=0(\.0*)?$/.test(weight);
  });
}
