import type { Config } from "@knote/config";
import { publishedAddress } from "@knote/local";
import { isServed } from "@knote/storage-sqlite/data-lock";
import { CliError } from "./cli-error.ts";

/** Returns the address of the server that runs on the configured data. */
export async function addressOfServer({ storage, publicUrl }: Config): Promise<string> {
  if (storage.kind === "mongo") {
    if (publicUrl !== undefined) return publicUrl;
    throw new CliError("Set PUBLIC_URL: without it the address of a cluster's servers is unknown.");
  }
  const { dataDir } = storage;
  const address = isServed({ dataDir }) ? await publishedAddress(dataDir) : null;
  if (address === null)
    throw new CliError(`No server runs on the data folder ${dataDir}: start it with npm start, or set DATA_DIR.`);
  return address;
}
