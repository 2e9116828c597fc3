import { type OAuthParameters, OAuthRefusal } from "@knote/api";
import type { Exchange } from "../http/exchange.ts";
import { readBody } from "../http/read-body.ts";
import { requireType } from "../http/read-json.ts";
import type { Responder } from "../http/responder.ts";

const BODY_BYTES = 16_384;
const PAGE_TYPE = ["Content-Type", "text/html; charset=utf-8"] as const;

/** Returns the parameters of a query or a form. Throws an `OAuthRefusal` when one was sent twice. */
export function readParameters(text: string): OAuthParameters {
  const pairs = [...new URLSearchParams(text)];
  const parameters = new Map(pairs);
  if (parameters.size < pairs.length) throw new OAuthRefusal("invalid_request", "A parameter was sent more than once.");
  return Object.fromEntries(parameters);
}

/** Reads a form; throws 415 or 413, or an `OAuthRefusal`. */
export async function readForm({ request }: Exchange): Promise<OAuthParameters> {
  requireType(request, ["application/x-www-form-urlencoded"]);
  return readParameters((await readBody(request, BODY_BYTES)).toString());
}

/** Answers a program that was refused, as OAuth has it. */
export function refuseProgram(exchange: Exchange, respond: Responder, { code, message }: OAuthRefusal): void {
  respond.json(exchange, 400, JSON.stringify({ error: code, error_description: message }));
}

/** Shows a person that an application cannot connect. It may not be the application that it says, so nothing leads there. */
export function refusePerson(exchange: Exchange, respond: Responder, { message }: OAuthRefusal): void {
  const title = "This application cannot connect to Knote";
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1><p>${escapeHtml(message)}</p></html>\n`;
  respond.body(exchange, 400, PAGE_TYPE, page);
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
}
