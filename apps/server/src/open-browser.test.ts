import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createBrowser, eventually } from "@knote/testkit";
import { expect, it } from "vitest";

const MAIN = fileURLToPath(new URL("main.ts", import.meta.url));
/** The tool of util-linux that runs a command on its own terminal. */
const SCRIPT = "/usr/bin/script";
const START_DEADLINE_MS = 60_000;

/** Starts the server on a terminal; the browser is a program that writes the address to a file. */
async function startOnTerminal(env: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), "knote-terminal-"));
  const openedFile = join(folder, "opened");
  await writeFile(
    join(folder, "xdg-open"),
    `#!/bin/sh\nprintf %s "$1" > "${openedFile}.part" && mv "${openedFile}.part" "${openedFile}"\n`,
  );
  await chmod(join(folder, "xdg-open"), 0o755);
  const command = `"${process.execPath}" "${MAIN}"`;
  const child = spawn(SCRIPT, ["-qefc", command, "/dev/null"], {
    cwd: folder,
    env: { PATH: [folder, process.env["PATH"]].join(delimiter), PORT: "0", DATA_DIR: folder, DISPLAY: ":0", ...env },
    stdio: ["ignore", "pipe", "ignore"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  return {
    printed: () => output,
    /** Waits until the server prints its address. */
    url: () => eventually(() => /running at (http:\/\/\S+)/.exec(output)![1]!, { deadlineMs: START_DEADLINE_MS }),
    opened: async () => (existsSync(openedFile) ? await readFile(openedFile, "utf8") : null),
    async [Symbol.asyncDispose]() {
      const closeEvent = once(child, "close");
      child.kill("SIGTERM");
      await closeEvent;
      const url = /running at (http:\/\/\S+)/.exec(output)?.[1];
      if (url)
        await eventually(() => expect(fetch(`${url}/health`)).rejects.toThrow(), { deadlineMs: START_DEADLINE_MS });
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

it.runIf(existsSync(SCRIPT))("opens the browser, signed in, when started at a terminal", async () => {
  await using terminal = await startOnTerminal();
  await terminal.url();
  await eventually(async () => expect(await terminal.opened()).not.toBeNull());
  const link = new URL((await terminal.opened())!);
  expect(terminal.printed()).toContain(link.href);
  const code = link.searchParams.get("code");
  const browser = createBrowser(link.origin);
  expect((await browser.send("POST /auth/local", { json: { code } })).status).toBe(204);
});

it.runIf(existsSync(SCRIPT))("opens no browser when KNOTE_NO_OPEN is set, but prints the link", async () => {
  await using terminal = await startOnTerminal({ KNOTE_NO_OPEN: "1" });
  const url = await terminal.url();
  expect((await fetch(`${url}/health`)).status).toBe(200);
  expect(terminal.printed()).toMatch(/\/auth\/local\?code=[\w-]{43}/);
  expect(await terminal.opened()).toBeNull();
});
