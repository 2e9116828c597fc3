import { spawn } from "node:child_process";

type Variables = Readonly<Record<string, string | undefined>>;

interface BrowserOptions {
  readonly onTerminal: boolean;
  readonly environment: Variables;
  readonly platform?: NodeJS.Platform;
  /** Starts a program that outlives this process. */
  readonly start?: (program: string, args: readonly string[]) => void;
}

/**
 * Opens the address in the browser and returns whether it tried. Does nothing without a terminal or a screen, over SSH,
 * and when `KNOTE_NO_OPEN` or `CI` is set.
 */
export function openBrowser(address: string, options: BrowserOptions): boolean {
  const { onTerminal, environment, platform = process.platform, start = startDetached } = options;
  const command = opener(platform, environment);
  const isUnwanted = ["KNOTE_NO_OPEN", "CI", "SSH_CONNECTION"].some((name) => environment[name]);
  if (!onTerminal || isUnwanted || command === null) return false;
  const [program, ...args] = command;
  start(program, [...args, address]);
  return true;
}

function opener(platform: NodeJS.Platform, environment: Variables): [string, ...string[]] | null {
  if (platform === "darwin") return ["open"];
  // Not `start`, which would pass the address to a shell.
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  return environment["DISPLAY"] || environment["WAYLAND_DISPLAY"] ? ["xdg-open"] : null;
}

function startDetached(program: string, args: readonly string[]): void {
  const child = spawn(program, args, { stdio: "ignore", detached: true });
  // Without such a program, the printed link remains.
  child.once("error", () => {});
  child.unref();
}
