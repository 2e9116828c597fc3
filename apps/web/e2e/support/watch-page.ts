import type { BrowserContext } from "playwright-core";

export interface Watch {
  /** Console messages, failed requests and requests to other hosts, in every page of the context. */
  readonly problems: string[];
}

/** Whether the message is Chromium's own: without a GPU it reads WebGL's drawing back, and warns that this is slow. */
function isReadback(text: string): boolean {
  return text.includes("GL Driver Message") && text.includes("GPU stall due to ReadPixels");
}

/** Records everything that a healthy page never does. */
export function watchPage(context: BrowserContext, server: { readonly url: string }): Watch {
  const problems: string[] = [];
  context.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !isReadback(message.text()))
      problems.push(`console: ${message.text()}`);
  });
  context.on("weberror", (error) => problems.push(`uncaught: ${String(error.error().stack)}`));
  context.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== new URL(server.url).origin)
      problems.push(`elsewhere: ${request.url()}`);
  });
  context.on("requestfailed", (request) => {
    // A page that is left, or an answer that is no longer needed, aborts its requests.
    if (request.failure()?.errorText !== "net::ERR_ABORTED") problems.push(`failed: ${request.url()}`);
  });
  context.on("response", (response) => {
    if (response.status() >= 400) problems.push(`${response.status()}: ${response.url()}`);
  });
  return { problems };
}
