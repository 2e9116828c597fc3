import type { Act } from "./decide/decide.ts";
import { changeFiles, choosePaths } from "./acts/change-files.ts";
import { changeLinks, commonLinks, digestOfHeads, type LinkRound, pendingRemovals } from "./acts/change-links.ts";
import { changeServer, type DoneRow } from "./acts/change-server.ts";
import { newOutcome, type Outcome } from "./acts/outcome.ts";
import { pairOf, settledTextLinks, unshownLinks } from "./acts/plan-links.ts";
import { recover } from "./acts/recover.ts";
import { tendAside } from "./acts/tend-aside.ts";
import { type Guard, guardMany } from "./guard-many.ts";
import type { Hold } from "./look/list-files.ts";
import { type Look, look } from "./look/look.ts";
import type { Failure, Session, SyncOptions, SyncPorts } from "./session.ts";
import { HOME, LOCK_FILE } from "./state/layout.ts";
import { openState } from "./state/open-state.ts";
import { SyncError } from "./sync-error.ts";

/** Most looks of one sync: others may go on changing both sides. */
const MOST_ROUNDS = 6;
/** A pause that lets a file come to rest, or a deletion be certain. */
const PAUSE_MS = 350;

/** What a sync did, and what it left. */
export interface SyncResult {
  /** How often each act was carried out. */
  readonly acts: ReadonlyMap<Act | "link" | "unlink", number>;
  readonly holds: readonly Hold[];
  readonly guards: readonly Guard[];
  readonly failures: readonly Failure[];
  /** Titles of the notes that got what could not be merged. */
  readonly conflicts: readonly string[];
  /** Whether both sides are alike now, apart from what is held. */
  readonly isAlike: boolean;
}

/** What a sync would do about one note or file. */
export interface PlannedAct {
  readonly act: Act;
  readonly place: string;
}

export interface SyncPlan extends Pick<SyncResult, "holds" | "guards"> {
  readonly acts: readonly PlannedAct[];
}

/** An open folder: it is locked for others until it is closed. */
export interface SyncFolder {
  /** The service and user that it is synced with. */
  readonly identity: string;
  /** Says what would be done. Changes nothing in the folder's files, and nothing at the server. */
  plan(): Promise<SyncPlan>;
  /** Makes both sides alike. Rejects with a `SyncError` when it cannot begin. */
  sync(): Promise<SyncResult>;
  close(): Promise<void>;
}

/** Opens a synced folder, and first finishes what an interrupted sync left. Throws a `SyncError`. */
export async function openSyncFolder(ports: SyncPorts, options: SyncOptions): Promise<SyncFolder> {
  const { files, server, newId } = ports;
  await files.stat(HOME).catch(() => {
    throw new SyncError(`The folder has no ${HOME}: it is not synced yet, or its disk is away.`);
  });
  const release = await files.lock(LOCK_FILE);
  if (release === null) throw new SyncError("Another sync of this folder is running.");
  try {
    const { device, inode } = await files.stat("");
    const place = { machine: options.machine, place: `${device}:${inode}` };
    const state = await openState(files, server, { ...place, newId });
    const session: Session = { ...ports, options, state, goneSince: new Map(), takenNames: new Set() };
    await recover(session);
    return {
      identity: state.server,
      plan: () => planSync(session),
      sync: () => syncOnce(session),
      close: release,
    };
  } catch (error) {
    await release();
    throw error;
  }
}

async function planSync(session: Session): Promise<SyncPlan> {
  const { rows, holds } = await look(session);
  const guardedRows = guardMany(rows, session.options);
  return {
    acts: guardedRows.rows.flatMap(({ act, file, entry, server, id }) =>
      act === "nothing" ? [] : [{ act, place: file?.path ?? entry?.path ?? server?.note.title ?? id ?? "" }],
    ),
    holds,
    guards: guardedRows.guards,
  };
}

async function syncOnce(session: Session): Promise<SyncResult> {
  const total = newOutcome();
  let last: { readonly holds: readonly Hold[]; readonly guards: readonly Guard[]; readonly outcome: Outcome };
  for (let round = 1; ; round++) {
    last = await syncRound(session);
    add(total, last.outcome);
    const needsTime =
      session.goneSince.size > 0 ||
      last.holds.some(({ reason }) => reason === "fresh" || reason === "changing" || reason === "copy");
    if (round === MOST_ROUNDS || !(last.outcome.isOpen || needsTime)) break;
    if (needsTime && !session.options.isPatient) break;
    if (needsTime) await session.clock.wait(Math.max(PAUSE_MS, session.options.deleteAfterMs));
  }
  const { holds, guards, outcome } = last;
  return {
    acts: total.counts,
    conflicts: total.conflicts,
    failures: outcome.failures,
    holds,
    guards,
    isAlike: !outcome.isOpen && guards.length === 0 && outcome.failures.length === 0,
  };
}

async function syncRound(session: Session) {
  const outcome = newOutcome();
  await tendAside(session, outcome);
  const now = await look(session);
  noteAbsences(session, now);
  const { rows, guards } = guardMany(now.rows, session.options);
  try {
    const doneRows = await changeServer(session, { ...now, rows }, outcome);
    const paths = choosePaths(session, doneRows, now.listing);
    const links = await changeLinks(session, doneRows, now.heads, { paths, outcome });
    const writtenIds = await changeFiles(session, doneRows, { paths, links, outcome });
    if (links !== null) settleLinks(session, { links, doneRows, writtenIds, look: now, outcome });
  } finally {
    await session.state.save();
  }
  return { holds: now.holds, guards, outcome };
}

/** Remembers the links that both sides have now. */
function settleLinks(
  { state }: Session,
  round: {
    readonly links: LinkRound;
    readonly doneRows: readonly DoneRow[];
    readonly writtenIds: ReadonlySet<string>;
    readonly look: Look;
    readonly outcome: Outcome;
  },
): void {
  const { links, writtenIds, look: now, outcome } = round;
  const unshownPairs = new Set(
    [...unshownLinks(links.view, links.links)]
      .filter(({ holder }) => !writtenIds.has(holder.id))
      .map(({ link }) => pairOf(link)),
  );
  for (const { id, act } of round.doneRows) {
    const entry = id === null ? undefined : state.entries.get(id);
    const file = id === null ? undefined : links.view.files.get(id);
    // A file whose text did not come to be as planned is looked at again.
    if (entry === undefined || file === undefined || act === "wait") continue;
    if (file.isServerText && act !== "record" && !writtenIds.has(id!)) continue;
    const textLinks = settledTextLinks(links.view, file, unshownPairs);
    if (JSON.stringify(textLinks) !== JSON.stringify(entry.textLinks)) state.setEntry(id!, { ...entry, textLinks });
  }
  // A link that its held file does not show yet, or shows still, is looked at again.
  const isUnshown = unshownPairs.size > 0 || pendingRemovals(links, state.links, writtenIds).length > 0;
  const isSettled =
    !outcome.isOpen && outcome.failures.length === 0 && writtenIds.size === 0 && !isUnshown && !links.isServerChanged;
  state.setLinks(commonLinks(links, state.links, writtenIds), isSettled ? digestOfHeads(now.heads) : "");
}

/** Notes since when files are missing. */
function noteAbsences({ goneSince, clock }: Session, { rows }: Look): void {
  const goneIds = new Set(rows.flatMap(({ id, act }) => (act === "delete-note" ? [id!] : [])));
  for (const id of goneSince.keys()) if (!goneIds.has(id)) goneSince.delete(id);
  for (const id of goneIds) if (!goneSince.has(id)) goneSince.set(id, clock.now());
}

function add(total: Outcome, { counts, conflicts }: Outcome): void {
  for (const [act, number] of counts) total.counts.set(act, (total.counts.get(act) ?? 0) + number);
  total.conflicts.push(...conflicts);
}
