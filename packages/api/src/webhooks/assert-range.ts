import { invalid } from "../errors.ts";

/** Throws when a range of times is empty. Times are ISO 8601 in UTC with milliseconds. */
export function assertRange({
  since,
  until,
}: {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}): void {
  if (since !== undefined && until !== undefined && since >= until)
    throw invalid("since", "since must be before until.");
}
