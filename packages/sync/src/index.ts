export type { Clock } from "./ports/clock.ts";
export { codeOf, type FileKind, type FileStat, type FileSystem, type FolderItem } from "./ports/file-system.ts";
export {
  type Creation,
  type Deletion,
  type Heads,
  type NewNote,
  type Revision,
  revisionOf,
  type ServerNote,
  ServerRefusal,
  type SyncLink,
  type SyncServer,
  type Update,
} from "./ports/sync-server.ts";
export type { CanonicalNote } from "./notes/canonical-note.ts";
export { type Act, decide } from "./decide/decide.ts";
export type { Guard } from "./guard-many.ts";
export type { Hold, HoldReason } from "./look/list-files.ts";
export type { Failure, SyncOptions, SyncPorts } from "./session.ts";
export { HOME } from "./state/layout.ts";
export { initFolder } from "./state/open-state.ts";
export { openSyncFolder, type PlannedAct, type SyncFolder, type SyncPlan, type SyncResult } from "./sync-once.ts";
export { SyncError } from "./sync-error.ts";
export type { Entry } from "./notes/entry.ts";
