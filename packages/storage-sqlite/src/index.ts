export type { BackupOptions } from "./operations/backup/back-up.ts";
export { restoreBackup, type RestoreResult } from "./operations/backup/restore-backup.ts";
export { createSqliteStorage, type SqliteOptions, type SqliteStorage } from "./create-sqlite-storage.ts";
export { examineData, mendData, type Finding, type FoundProblem } from "./operations/doctor/examine-data.ts";
export { isServed } from "./files/data-lock.ts";
export { type FileLock, lockFile } from "./files/lock-file.ts";
export { openSqliteTransfer } from "./transfer/open-sqlite-transfer.ts";
