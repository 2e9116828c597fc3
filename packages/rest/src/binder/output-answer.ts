import type { Exchange } from "../http/exchange.ts";
import type { Binding } from "./bindings.ts";
import type { QueryField } from "./query-fields.ts";

export interface OutputAnswer {
  readonly status: number;
  /** JSON, or empty for no body. */
  readonly body: string;
}

/** Turns the output of a procedure into an HTTP response. Its headers are added to the exchange. */
export function outputAnswer(
  binding: Binding,
  exchange: Exchange,
  output: unknown,
  input: Record<string, unknown>,
): OutputAnswer {
  const status = binding.meta.status ?? 200;
  if (status === 204) return { status, body: "" };
  if (binding.meta.isPaged) return { status, body: pageBody(binding, exchange, output as Page, input) };
  // Safe because the output is of the procedure that the meta describes.
  if (binding.meta.isDown?.(output as never)) {
    exchange.headers.push("Retry-After", "5");
    return { status: 503, body: JSON.stringify(output) };
  }
  return { status, body: JSON.stringify(output) };
}

/** Output of a `paged` procedure. */
interface Page {
  readonly next: string | null;
  /** Set for a search; the verb sends it in a header too. */
  readonly correction?: string;
}

function pageBody(binding: Binding, exchange: Exchange, page: Page, input: Record<string, unknown>): string {
  const { next, correction: _correction, ...body } = page;
  if (next !== null && (input["limit"] !== undefined || !binding.meta.wholeLists)) {
    exchange.headers.push("Link", nextPageLink(exchange.path, exchange.search, binding.query, next));
  }
  return JSON.stringify(body);
}

/** Returns the `Link` header to the next page: the same known parameters with another cursor. */
export function nextPageLink(path: string, search: string, fields: readonly QueryField[], cursor: string): string {
  const parameters = new URLSearchParams(search);
  const next = new URLSearchParams();
  for (const { name } of fields) {
    if (name !== "cursor") for (const value of parameters.getAll(name)) next.append(name, value);
  }
  next.set("cursor", cursor);
  return `<${path}?${next.toString()}>; rel="next"`;
}
