import { spawn } from "node:child_process";

type Variables = Readonly<Record<string, string | undefined>>;

interface Surroundings {
  readonly onTerminal: boolean;
  readonly environment: Variables;
  readonly platform?: NodeJS.Platform;
  /** Starts a program that is left to itself. */
  readonly start?: (program: string, args: readonly string[]) => void;
}

/**
 * Opens the address in the browser of whoever sits at the terminal; tells whether it tried. Not without a
 * terminal or a screen, not from afar, and not where `KNOTE_NO_OPEN` or `CI` is set.
 */
export function openBrowser(address: string, surroundings: Surroundings): boolean {
  const { onTerminal, environment, platform = process.platform, start = startDetached } = surroundings;
  const command = opener(platform, environment);
  const isUnwanted = ["KNOTE_NO_OPEN", "CI", "SSH_CONNECTION"].some((name) => environment[name]);
  if (!onTerminal || isUnwanted || command === null) return false;
  const [program, ...args] = command;
  start(program, [...args, address]);
  return true;
}

function opener(platform: NodeJS.Platform, environment: Variables): [string, ...string[]] | null {
  if (platform === "darwin") return ["open"];
  // No shell reads the address.
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  return environment["DISPLAY"] || environment["WAYLAND_DISPLAY"] ? ["xdg-open"] : null;
}

function startDetached(program: string, args: readonly string[]): void {
  const child = spawn(program, args, { stdio: "ignore", detached: true });
  // Whoever has no such program has read the link.
  child.once("error", () => {});
  child.unref();
}
