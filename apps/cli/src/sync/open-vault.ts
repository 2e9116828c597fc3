import { randomUUID } from "node:crypto";
import { access, realpath, rm, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { LOCAL_OWNER } from "@knote/auth/first-tier";
import {
  type Clock,
  codeOf,
  type FileSystem,
  HOME,
  initFolder,
  openSyncFolder,
  SyncError,
  type SyncFolder,
  type SyncOptions,
} from "@knote/sync";
import { CliError } from "../cli-error.ts";
import type { Service } from "@knote/formats";
import { type CommandContext, connectService, type ServiceOptions } from "../service-client.ts";
import { diskFiles } from "./disk-files.ts";
import { httpServer, requireScopes } from "./http-server.ts";
import { identityFor, userOfToken } from "./identity.ts";
import { machineId } from "./machine-id.ts";
import { patientClient } from "./patient-client.ts";
import { stoppable } from "./stoppable.ts";

export interface VaultOptions extends ServiceOptions {
  /** Whether the folder may become a synced one. */
  readonly init: boolean;
  /** Whether it is only looked at: then a token that may only read is enough. */
  readonly isReadOnly: boolean;
  readonly sync: Pick<
    SyncOptions,
    "allowDeletes" | "adopt" | "deleteAfterMs" | "labelAfterMs" | "isPatient" | "isBusy"
  >;
}

export interface VaultDeps extends CommandContext {
  readonly clock: Clock;
  /** Ends the sync between two acts. */
  readonly signal: AbortSignal;
  /** Called with how many notes or files were written since the last call. */
  onProgress(count: number): void;
}

/** A folder that is synced, and its service. */
export interface Vault extends SyncFolder {
  /** Whether it was never synced. */
  readonly isFirst: boolean;
  /** Makes the folder what it was before it was opened; only before a first sync. */
  forget(): Promise<void>;
}

/** Returns the path of a folder without links. Throws a `CliError` when there is none. */
export async function folderAt(path: string): Promise<string> {
  const root = await realpath(resolve(path)).catch((error: unknown) => {
    throw new CliError(
      codeOf(error) === "ENOENT" ? `There is no ${path}.` : `${path} cannot be opened (${codeOf(error)}).`,
    );
  });
  if (!(await stat(root)).isDirectory()) throw new CliError(`${path} is no folder.`);
  return root;
}

/** Connects to the service that the options, KNOTE_URL and KNOTE_TOKEN name, or to the local server. */
export async function connectVault(deps: VaultDeps, options: ServiceOptions): Promise<Service> {
  const client = await connectService(deps, serviceOptions(deps, options));
  return patientClient(client, deps.clock);
}

/** Opens a folder for a sync. Throws a `CliError` or `SyncError` when it cannot be synced with the service. */
export async function openVault(root: string, client: Service, options: VaultOptions, deps: VaultDeps): Promise<Vault> {
  const isNew = !(await exists(join(root, HOME)));
  if (isNew && !options.init)
    throw new SyncError(
      `${root} has no ${HOME}: it is not synced yet, or its disk is away. To sync it from now on, add --init.`,
    );
  const serviceUser = serviceOfUser(deps, options);
  if (!options.isReadOnly) await requireScopes(client);
  const files = diskFiles(root);
  const server = httpServer(client, (earlier) => identityFor(earlier, serviceUser), deps.onProgress);
  const machine = await machineId(deps.environment);
  const isFirst = !(await exists(join(root, HOME, "sync.json")));
  if (isNew) await initFolder(files);
  const ports = { files: countingFiles(files, deps.onProgress), server, clock: deps.clock, newId: randomUUID };
  const folderName = basename(root);
  const folder = await openSyncFolder(stoppable(ports, deps.signal), { ...options.sync, folderName, machine });
  return {
    ...folder,
    isFirst,
    async forget() {
      await folder.close();
      if (isNew) await rm(join(root, HOME), { recursive: true });
    },
  };
}

function serviceOptions({ environment }: VaultDeps, { url, token }: ServiceOptions): ServiceOptions {
  const address = url ?? (environment["KNOTE_URL"]?.trim() || undefined);
  const bearer = token ?? (address === undefined ? undefined : environment["KNOTE_TOKEN"]?.trim() || undefined);
  return { ...(address !== undefined && { url: address }), ...(bearer !== undefined && { token: bearer }) };
}

/** Whose notes a folder is synced with: a local server by its data, as its address can change. */
function serviceOfUser(deps: VaultDeps, options: ServiceOptions) {
  const { url, token } = serviceOptions(deps, options);
  const user = token === undefined ? LOCAL_OWNER : userOfToken(token);
  if (url !== undefined) return { place: url.replace(/\/+$/, ""), user };
  const { storage, publicUrl } = deps.readConfig();
  return { place: storage.kind === "sqlite" ? storage.dataDir : (publicUrl ?? ""), user };
}

function countingFiles(files: FileSystem, onProgress: VaultDeps["onProgress"]): FileSystem {
  return {
    ...files,
    async flushFolder(path) {
      await files.flushFolder(path);
      // Each file that was written ends with that of its folder.
      if (!path.startsWith(HOME)) onProgress(1);
    },
  };
}

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
