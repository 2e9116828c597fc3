import type { SyncResult } from "@knote/sync";
import { CliError } from "../cli-error.ts";
import { isConfirmed } from "../confirm.ts";
import type { Service } from "@knote/formats";
import type { ServiceOptions } from "../service-client.ts";
import { listenToFiles, listenToService } from "./listen.ts";
import { connectVault, folderAt, openVault, type Vault, type VaultDeps, type VaultOptions } from "./open-vault.ts";
import { createPace } from "./pace.ts";
import { PassingFailure, sentenceOf } from "./sentence-of.ts";
import { exitCodeOf, openHolds, planText, resultText } from "./sync-texts.ts";
import { watchFolder } from "./watch-folder.ts";

export interface RunOptions extends ServiceOptions {
  readonly init: boolean;
  readonly allowDeletes: boolean;
  readonly adopt: boolean;
  readonly yes: boolean;
  readonly json: boolean;
}

export interface RunDeps extends VaultDeps {
  print(text: string): void;
  warn(text: string): void;
}

/** How long a file is gone until its note is deleted, and rests until it gets its `knote` line. */
const ONCE = { deleteAfterMs: 1_000, labelAfterMs: 0, isPatient: true };
const WATCHING = { deleteAfterMs: 10_000, labelAfterMs: 10_000, isPatient: false };

const FIRST_NOTICE = `Each synced file gets a line "knote: <id>" in its front matter.
What a sync replaces or takes away lies in .knote/undo and .knote/trash for 30 days.
`;
const WITHOUT_TERMINAL = "Add --yes to begin without a question.";

/** Makes a folder and the graph alike. Resolves with the exit code. */
export async function syncFolder(path: string, options: RunOptions, deps: RunDeps): Promise<0 | 1> {
  const root = await folderAt(path);
  return await inSentences(root, async () => {
    const vault = await open(root, await connectVault(deps, options), { ...options, sync: ONCE }, deps);
    try {
      if (!(await mayBegin(vault, options, deps))) return 1;
      const result = await vault.sync();
      deps.print(options.json ? jsonOf(result) : resultText(result));
      return exitCodeOf(result);
    } finally {
      await vault.close();
    }
  });
}

/** Shows what a sync would do, and what is held. */
export async function showStatus(path: string, options: RunOptions, deps: RunDeps): Promise<0 | 1> {
  const root = await folderAt(path);
  return await inSentences(root, async () => {
    const client = await connectVault(deps, options);
    const vault = await open(root, client, { ...options, isReadOnly: true, sync: ONCE }, deps);
    try {
      const plan = await vault.plan();
      const { acts, holds, guards } = plan;
      const isAlike = acts.every(({ act }) => act === "wait" || act === "nothing") && guards.length === 0;
      deps.print(options.json ? `${JSON.stringify({ acts, held: holds, guards })}\n` : planText(plan));
      return isAlike && openHolds(holds).length === 0 ? 0 : 1;
    } finally {
      await vault.close();
    }
  });
}

/** Syncs a folder, and goes on until the signal comes. */
export async function watchVault(path: string, options: RunOptions, deps: RunDeps): Promise<0> {
  const root = await folderAt(path);
  const pace = createPace(deps.clock.now);
  const sync = { ...WATCHING, isBusy: pace.isBusy };
  let lastFailure = "";
  let hasBegun = false;
  await inSentences(root, async () => {
    const client = await connectVault(deps, options);
    await watchFolder({
      ...{ pace, clock: deps.clock, signal: deps.signal },
      listen: (bells) => listenToBoth(root, client, bells, deps),
      async open() {
        const vault = await open(root, client, { ...options, init: options.init && !hasBegun, sync }, deps);
        if (!hasBegun && !(await mayBegin(vault, options, deps))) throw new CliError("Not begun.");
        if (!hasBegun && !options.json) deps.print(`Watching ${root}.\n`);
        hasBegun = true;
        return vault;
      },
      onResult(result) {
        lastFailure = "";
        report(result, options, deps);
      },
      async isPassing(error) {
        const sentence = await sentenceOf(error, root);
        if (!hasBegun || !(sentence instanceof PassingFailure)) return false;
        if (sentence.message !== lastFailure) deps.warn(`${sentence.message} Trying again.\n`);
        lastFailure = sentence.message;
        return true;
      },
    });
  });
  return 0;
}

async function open(
  root: string,
  client: Service,
  options: RunOptions &
    Partial<Pick<VaultOptions, "isReadOnly">> & { readonly sync: Omit<VaultOptions["sync"], "allowDeletes" | "adopt"> },
  deps: RunDeps,
): Promise<Vault> {
  const { allowDeletes, adopt } = options;
  const sync = { ...options.sync, allowDeletes, adopt };
  return await openVault(root, client, { isReadOnly: false, ...options, sync }, deps);
}

/** Shows what a first sync would do, and asks whether it may. */
async function mayBegin(vault: Vault, { yes, json }: RunOptions, { print }: RunDeps): Promise<boolean> {
  if (!vault.isFirst) return true;
  try {
    if (!json) print(`${vault.identity}\n${planText(await vault.plan())}${FIRST_NOTICE}`);
    if (yes || (await isConfirmed("Sync now?", WITHOUT_TERMINAL))) return true;
  } catch (error) {
    await vault.forget();
    throw error;
  }
  await vault.forget();
  return false;
}

async function listenToBoth(
  root: string,
  client: Service,
  { onFile, onServer }: Parameters<Parameters<typeof watchFolder>[0]["listen"]>[0],
  { clock, signal, warn }: RunDeps,
): Promise<() => Promise<void>> {
  const warnOfBell = () =>
    warn("Not every change of a file is noticed at once: all files are looked at each minute.\n");
  const stopFiles = await listenToFiles(root, onFile, warnOfBell);
  const service = listenToService(client, onServer, { clock, signal });
  return async () => {
    await Promise.all([stopFiles(), signal.aborted ? service : undefined]);
  };
}

function report(result: SyncResult, { json }: RunOptions, { print }: RunDeps): void {
  const { acts, conflicts, failures, guards } = result;
  if (acts.size + conflicts.length + failures.length + guards.length === 0) return;
  print(json ? jsonOf(result) : resultText(result));
}

function jsonOf({ acts, holds, guards, conflicts, failures, isAlike }: SyncResult): string {
  return `${JSON.stringify({ alike: isAlike, acts: Object.fromEntries(acts), held: holds, conflicts, failures, guards })}\n`;
}

async function inSentences<Result>(root: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw await sentenceOf(error, root);
  }
}
