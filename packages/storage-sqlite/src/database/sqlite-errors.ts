import { conflict, DomainError } from "@knote/api/errors";

/** Primary result codes of SQLite: sqlite.org/rescode.html. */
const BUSY_CODES = [5, 6];
const NOT_WRITABLE_CODES = [3, 8, 10, 13, 14, 23];
const DAMAGE_CODES = [11, 26];
const UNIQUE_CODES = [1555, 2067];

/** Turns SQLite's own failures into a `DomainError`; returns any other error unchanged. */
export function toStorageError(error: unknown): unknown {
  const code = resultCode(error);
  if (code === null) return error;
  const primary = code & 0xff;
  if (BUSY_CODES.includes(primary)) return unavailable("Storage is busy.", error);
  if (NOT_WRITABLE_CODES.includes(primary)) return unavailable("Storage is not writable.", error);
  if (DAMAGE_CODES.includes(primary)) return unavailable("Storage is damaged.", error);
  if (UNIQUE_CODES.includes(code)) return conflict("This exists already.", { cause: error });
  return error;
}

export function isBusy(error: unknown): boolean {
  const code = resultCode(error);
  return code !== null && BUSY_CODES.includes(code & 0xff);
}

export function isDamaged(error: unknown): boolean {
  const code = resultCode(error);
  return code !== null && DAMAGE_CODES.includes(code & 0xff);
}

/** Returns whether the engine failed rather than just this statement. */
export function isEngineFailure(error: unknown): boolean {
  const code = resultCode(error);
  return code !== null && [...BUSY_CODES, ...NOT_WRITABLE_CODES, ...DAMAGE_CODES].includes(code & 0xff);
}

/** Does the work; a duplicate value throws CONFLICT with this message. */
export function refusingDuplicates<T>(message: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw UNIQUE_CODES.includes(resultCode(error) ?? 0) ? conflict(message, { cause: error }) : error;
  }
}

export function unavailable(message: string, cause?: unknown): DomainError {
  return new DomainError("UNAVAILABLE", message, { retryAfterSeconds: 1, cause });
}

function resultCode(error: unknown): number | null {
  return error instanceof Error && "errcode" in error && typeof error.errcode === "number" ? error.errcode : null;
}
