import { isUserId } from "@knote/auth";
import { SCOPES } from "@knote/contract";
import { CliError } from "../cli-error.ts";

export function assertUser(sub: string): void {
  if (!isUserId(sub)) throw new CliError("--sub must be a user id: 1 to 200 characters that do not begin with demo:.");
}

export function assertScopes(scope: string): void {
  const unknown = scope.split(" ").find((word) => word && !SCOPES.some((one) => one === word));
  if (unknown) throw new CliError(`--scope can contain ${SCOPES.join(", ")}, not ${unknown}.`);
}
