import type { Services } from "@knote/api";
import { allowOwner, type ConnectorsDeps, createConnectors } from "@knote/auth";
import { TEST_SECRET } from "./test-token.ts";

export interface TestConnectorsOptions {
  readonly services: Services;
  readonly publicUrl: string;
  /** What applications publish about themselves, by address; nothing is fetched. */
  readonly documents: ReadonlyMap<string, string>;
  /** Hosts whose applications may connect; all by default. */
  readonly hosts?: readonly string[] | undefined;
  /** Who may sign in; the owner of a local service by default. */
  readonly isAllowed?: ConnectorsDeps["isAllowed"] | undefined;
}

/** Creates the authorization server of a test's HTTP app. */
export function testConnectors({
  services,
  publicUrl,
  documents,
  hosts = [],
  isAllowed = allowOwner,
}: TestConnectorsOptions) {
  return createConnectors({
    ...services,
    secret: TEST_SECRET,
    publicUrl,
    fetcher: {
      async fetchDocument(url) {
        const text = documents.get(url);
        return text === undefined ? { ok: false, problem: "The answer was 404." } : { ok: true, text };
      },
    },
    hosts,
    defaultTier: "free",
    isAllowed,
  });
}
