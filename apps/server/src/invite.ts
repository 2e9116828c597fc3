import type { Services } from "@knote/api";
import { createSignInCodes } from "@knote/auth";
import type { Config } from "@knote/config";
import { publishAddress, withdrawAddress } from "@knote/local";
import { signInLink } from "@knote/rest";
import type { Logger } from "pino";

/**
 * Writes the server's address into the data folder, if there is one, until `parts` are disposed, and returns the link
 * that signs in the owner; null when people sign in another way. A server that cannot write serves all the same.
 */
export async function invite(
  { config, services, publicUrl, log }: InviteDeps,
  parts: AsyncDisposableStack,
): Promise<string | null> {
  const { storage, clock } = services;
  try {
    if (config.storage.kind === "sqlite") {
      const { dataDir } = config.storage;
      parts.defer(() => withdrawAddress(dataDir));
      await publishAddress(dataDir, publicUrl);
    }
    if (config.signIn.kind !== "local") return null;
    return signInLink(publicUrl, await createSignInCodes(storage.sessions, clock).issue());
  } catch (error) {
    log.error({ err: error }, "no sign-in link could be made");
    return null;
  }
}

interface InviteDeps {
  readonly config: Config;
  readonly services: Pick<Services, "clock" | "storage">;
  readonly publicUrl: string;
  readonly log: Logger;
}
