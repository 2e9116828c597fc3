import { existsSync } from "node:fs";
import { join } from "node:path";
import type { DataTransfer } from "@knote/api";
import { loadConfig, publicAddress } from "@knote/config";
import { openSqliteTransfer } from "@knote/storage-sqlite";
import { CliError } from "../cli-error.ts";
import { warn } from "../open-data.ts";
import type { Place } from "./place.ts";

/** Opens a place, and refuses one that a server is known to use. A source must exist. */
export async function openPlace(
  place: Place,
  role: "source" | "target",
  environment: NodeJS.ProcessEnv,
): Promise<DataTransfer> {
  if (place.kind === "mongo") return await openCluster(place.url, environment);
  const { dataDir } = place;
  if (role === "source" && !existsSync(join(dataDir, "knote.db")))
    throw new CliError(`There is no data in the folder ${dataDir}.`);
  return await openSqliteTransfer({ dataDir, warn });
}

/** Opens a cluster. Its Qdrant is configured as for the server. */
async function openCluster(url: string, environment: NodeJS.ProcessEnv): Promise<DataTransfer> {
  const { storage } = loadConfig({ ...environment, MONGODB_URL: url }, process.cwd());
  if (storage.kind !== "mongo")
    throw new CliError(`Set QDRANT_URL to the Qdrant that holds the vectors of ${publicAddress(url)}.`);
  const { openClusterTransfer } = await import("@knote/storage-mongo");
  return await openClusterTransfer({ ...storage, warn });
}
