import type { Clock } from "./ports/clock.ts";
import type { FileSystem } from "./ports/file-system.ts";
import type { SyncServer } from "./ports/sync-server.ts";
import type { OpenState } from "./state/open-state.ts";

export interface SyncPorts {
  readonly files: FileSystem;
  readonly server: SyncServer;
  readonly clock: Clock;
  /** Returns a text that no other call returns: letters, digits and hyphens. */
  newId(): string;
}

export interface SyncOptions {
  /** Stands in the titles of conflict notes. */
  readonly folderName: string;
  /** Names the machine: state that another one wrote counts as none. */
  readonly machine: string;
  /** Deletes on one side what is gone on the other, however much it is. */
  readonly allowDeletes: boolean;
  /** Makes new notes of files with ids that the server does not know, however many they are. */
  readonly adopt: boolean;
  /** How long a file must be gone until its note is deleted, and must rest until it gets its `knote` line. */
  readonly deleteAfterMs: number;
  readonly labelAfterMs: number;
  /** Whether a sync waits for files that are being written and for deletions to be certain, or leaves them for later. */
  readonly isPatient: boolean;
  /** Whether a file that is not as it was is left alone for now, because somebody goes on writing it. */
  isBusy?(path: string): boolean;
}

/** Something that could not be done, and why. */
export interface Failure {
  /** The file, note or link. */
  readonly place: string;
  readonly detail: string;
}

/** One sync of one folder. */
export interface Session extends SyncPorts {
  readonly options: SyncOptions;
  readonly state: OpenState;
  /** When a file was first missed, by the id of its note. */
  readonly goneSince: Map<string, number>;
  /** Names that were taken although no listing shows them. */
  readonly takenNames: Set<string>;
}
