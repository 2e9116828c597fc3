import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { asTestClient, type McpTestClient } from "./mcp-client.ts";

export interface ConnectorOptions {
  readonly url: string;
  /** The address of the document about the application. */
  readonly clientId: string;
  readonly redirectUri: string;
  /** Does what a person does in a browser; returns the address to which the browser is sent back in the end. */
  readonly consent: (address: URL) => Promise<URL>;
  readonly fetch?: typeof fetch;
}

/** Connects the official client without a token: it finds its own way to one, by OAuth. */
export async function connectConnector(options: ConnectorOptions): Promise<McpTestClient> {
  const { url, clientId, redirectUri, consent } = options;
  const memory: { verifier?: string; tokens?: any; client?: any; discovery?: any; back?: URL } = {};
  const authProvider: OAuthClientProvider = {
    redirectUrl: redirectUri,
    clientMetadataUrl: clientId,
    clientMetadata: { redirect_uris: [redirectUri], client_name: "Assistant" },
    clientInformation: () => memory.client,
    saveClientInformation: (client) => void (memory.client = client),
    tokens: () => memory.tokens,
    saveTokens: (tokens) => void (memory.tokens = tokens),
    codeVerifier: () => memory.verifier!,
    saveCodeVerifier: (verifier) => void (memory.verifier = verifier),
    saveDiscoveryState: (state) => void (memory.discovery = state),
    discoveryState: () => memory.discovery,
    async redirectToAuthorization(address) {
      memory.back = await consent(address);
    },
  };
  const begin = () =>
    new StreamableHTTPClientTransport(new URL("/mcp", url), {
      authProvider,
      ...(options.fetch && { fetch: options.fetch }),
    });
  const transport = begin();
  const refusal = await new Client({ name: "knote-tests", version: "1" })
    .connect(transport)
    .catch((error: unknown) => error);
  if (!(refusal instanceof UnauthorizedError)) throw refusal;
  await transport.finishAuth(memory.back!.searchParams);
  const client = new Client({ name: "knote-tests", version: "1" });
  await client.connect(begin());
  return asTestClient(client);
}
