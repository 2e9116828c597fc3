import type { Connectors } from "@knote/api";
import type { Responder } from "../http/responder.ts";
import type { Endpoint } from "../routing/endpoint.ts";
import { OAUTH_PATHS } from "./oauth-paths.ts";

/** Where applications find out how to connect (RFC 9728, RFC 8414). */
export function metadataEndpoints(
  { scopes }: Pick<Connectors, "scopes">,
  publicUrl: string,
  respond: Responder,
): Endpoint[] {
  const resource = {
    resource: `${publicUrl}/mcp`,
    authorization_servers: [publicUrl],
    scopes_supported: scopes,
    bearer_methods_supported: ["header"],
    resource_name: "Knote",
  };
  const server = {
    issuer: publicUrl,
    authorization_endpoint: publicUrl + OAUTH_PATHS.authorize,
    token_endpoint: publicUrl + OAUTH_PATHS.token,
    revocation_endpoint: publicUrl + OAUTH_PATHS.revoke,
    scopes_supported: scopes,
    response_types_supported: ["code"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  };
  const documents = {
    [OAUTH_PATHS.resource]: resource,
    [OAUTH_PATHS.rootResource]: resource,
    [OAUTH_PATHS.server]: server,
  };
  return Object.entries(documents).map(([path, document]) => {
    const body = JSON.stringify(document);
    return {
      method: "GET",
      path,
      access: "public",
      isDocumented: false,
      answer: (exchange) => respond.json(exchange, 200, body),
    };
  });
}
