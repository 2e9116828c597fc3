import { HttpRefusal } from "./http-refusal.ts";

/** Maps a library's error with a 4xx `status` to a refusal; its message is not for the caller. */
export function errorOfExtension(error: unknown): unknown {
  const status = error instanceof Error && "status" in error ? error.status : undefined;
  const isRefusal = typeof status === "number" && status >= 400 && status < 500;
  return isRefusal ? new HttpRefusal(status, "The request was refused.") : error;
}
