import { describe, expect, it } from "vitest";
import { openBrowser } from "./open-browser.ts";

const ADDRESS = "http://127.0.0.1:8420/auth/local?code=abc&x=$(y)";
const SCREEN = { DISPLAY: ":0" };

/** Calls `openBrowser` and returns the started commands. */
function recordOpening(platform: NodeJS.Platform, environment: Record<string, string>, onTerminal = true) {
  const commands: unknown[] = [];
  const start = (program: string, args: readonly string[]) => void commands.push([program, ...args]);
  const hasTried = openBrowser(ADDRESS, { onTerminal, environment, platform, start });
  return { tried: hasTried, started: commands };
}

it.each([
  ["linux", SCREEN, ["xdg-open", ADDRESS]],
  ["linux", { WAYLAND_DISPLAY: "wayland-0" }, ["xdg-open", ADDRESS]],
  ["darwin", {}, ["open", ADDRESS]],
  ["win32", {}, ["rundll32", "url.dll,FileProtocolHandler", ADDRESS]],
] as const)("opens the address on %s without a shell", (platform, environment, command) => {
  expect(recordOpening(platform, environment)).toEqual({ tried: true, started: [command] });
});

describe("opens nothing", () => {
  it.each([
    ["without a screen", {}],
    ["when KNOTE_NO_OPEN is set", { ...SCREEN, KNOTE_NO_OPEN: "1" }],
    ["in CI", { ...SCREEN, CI: "true" }],
    ["over SSH", { ...SCREEN, SSH_CONNECTION: "10.0.0.1 1 10.0.0.2 22" }],
  ])("%s", (_why, environment: Record<string, string>) => {
    expect(recordOpening("linux", environment)).toEqual({ tried: false, started: [] });
  });

  it("without a terminal", () => {
    expect(recordOpening("linux", SCREEN, false)).toEqual({ tried: false, started: [] });
  });
});
