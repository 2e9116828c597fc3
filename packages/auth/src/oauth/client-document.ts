import { type DocumentFetcher, OAuthRefusal } from "@knote/api";
import * as z from "zod";

/** An application, as the document behind its id describes it. */
export interface Client {
  readonly id: string;
  readonly name: string;
  readonly host: string;
  readonly redirectUris: readonly string[];
}

const MAX_ID = 1_000;
const MAX_NAME = 100;

const ClientDocument = z.object({
  client_id: z.string(),
  client_name: z.string().optional(),
  redirect_uris: z.array(z.string()).min(1),
  token_endpoint_auth_method: z.string().optional(),
});

/**
 * Returns the application behind an id: an https address whose document names that very address. So nobody can call
 * themselves what another host's document says. Throws an `OAuthRefusal`.
 */
export async function readClient(
  id: string,
  { fetcher, hosts }: { readonly fetcher: DocumentFetcher; readonly hosts: readonly string[] },
): Promise<Client> {
  const url = clientUrl(id);
  if (hosts.length > 0 && !hosts.includes(url.host))
    throw refusal(`Applications of ${url.host} may not connect here: the operator did not list it in MCP_CLIENTS.`);
  const answer = await fetcher.fetchDocument(id);
  if (!answer.ok) throw refusal(`The document at client_id cannot be read. ${answer.problem}`);
  const document = parse(answer.text);
  if (document.client_id !== id) throw refusal("The document at client_id names another client_id.");
  // A secret in a public document would be none.
  if (document.token_endpoint_auth_method?.startsWith("client_secret"))
    throw refusal("The document at client_id asks for a secret; only public clients can connect.");
  return {
    id,
    name: displayName(document.client_name ?? "") || url.host,
    host: url.host,
    redirectUris: document.redirect_uris,
  };
}

function clientUrl(id: string): URL {
  const url = id.length <= MAX_ID ? URL.parse(id) : null;
  const isPlain = url !== null && url.href === id && !/[#@]/.test(id) && url.pathname !== "/";
  if (!isPlain || url.protocol !== "https:")
    throw refusal("client_id must be the https address of a document about the application.");
  return url;
}

function parse(text: string): z.infer<typeof ClientDocument> {
  try {
    return ClientDocument.parse(JSON.parse(text));
  } catch {
    throw refusal("The document at client_id must be JSON with client_id and redirect_uris.");
  }
}

/** Returns a name without characters that could hide or turn around what stands beside it. */
function displayName(text: string): string {
  const plain = text
    .toWellFormed()
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  return [...plain].slice(0, MAX_NAME).join("");
}

function refusal(message: string): OAuthRefusal {
  return new OAuthRefusal("invalid_client", message);
}
