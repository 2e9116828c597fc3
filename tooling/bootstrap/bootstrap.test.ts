import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { createFakeProject } from "./fake-project.ts";
import type { FakeProject, Run } from "./fake-project.ts";

const ONE_SHOT = `console.log("ran", process.argv.slice(2).join(" "));`;

/** Prints its id, then each request to stop; stops at the first. */
const LONG_RUNNING = `
const timer = setInterval(() => {}, 1000);
const stop = (why: string): void => { console.log("stopped by " + why); clearInterval(timer); process.exitCode = 3; };
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
process.on("disconnect", () => stop("disconnect"));
process.channel?.unref();
console.log("pid " + process.pid);
`;

/** Takes longer to stop than the launcher needs to notice that npm is gone. */
const SLOW_TO_STOP = `
const timer = setInterval(() => {}, 1000);
process.on("SIGTERM", () => { console.log("told by SIGTERM"); setTimeout(() => clearInterval(timer), 2500); });
console.log("launcher " + process.ppid + ", pid " + process.pid);
`;

/** Runs the script like npm: through a shell, which can stay in between. */
const FAKE_NPM = `
const { spawn } = require("node:child_process");
spawn("sh", ["-c", process.argv[1]], { stdio: "inherit" });
setInterval(() => {}, 1000);
`;

describe("running a command", () => {
  it("passes arguments on and exits with the target's code", async () => {
    await using project = await createFakeProject(`${ONE_SHOT} process.exitCode = 7;`);
    const run = project.bootstrap(["start", "--port", "1"]);
    expect(await run.whenEnded).toEqual({ code: 7, signal: null });
    expect(run.stdout()).toBe("ran --port 1\n");
  });

  it("ends by the signal that ended the target", async () => {
    await using project = await createFakeProject(`process.kill(process.pid, "SIGTERM"); setInterval(() => {}, 1000);`);
    expect(await project.bootstrap(["start"]).whenEnded).toEqual({ code: null, signal: "SIGTERM" });
  });

  it("puts its own Node and pnpm first in the target's PATH", async () => {
    await using project = await createFakeProject(`console.log(process.env.PATH);`);
    const run = project.bootstrap(["start"]);
    await run.whenEnded;
    const [node, pnpm] = run.stdout().split(":");
    expect(node).toBe(join(process.execPath, ".."));
    expect(pnpm).toContain(join(project.folder, ".knote/pnpm-1.2.3-"));
  });

  it("prints its usage instead of running an unknown command", async () => {
    await using project = await createFakeProject(ONE_SHOT);
    const run = project.bootstrap(["strat"]);
    expect((await run.whenEnded).code).toBe(2);
    expect(run.stderr()).toContain("Usage: node bootstrap.mjs <command>");
    expect(await project.installations()).toBe(0);
  });
});

describe("stopping", () => {
  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("passes %s on and waits for the graceful end", async (signal) => {
    await using project = await createFakeProject(LONG_RUNNING);
    const run = project.bootstrap(["start"]);
    await targetPid(run);
    run.process.kill(signal);
    expect(await run.whenEnded).toEqual({ code: 3, signal: null });
    expect(run.stdout()).toContain(`stopped by ${signal}\n`);
  });

  it.each(["SIGTERM", "SIGKILL"] as const)("ends the target when npm died of %s", async (signal) => {
    await using project = await createFakeProject(LONG_RUNNING);
    const npm = startUnderNpm(project);
    const pid = await targetPid(npm);
    npm.process.kill(signal);
    await waitUntilGone(pid);
    expect(npm.stdout()).toContain("stopped by SIGTERM\n");
  });

  it("sends a stopping target no further signal when npm dies as well", async () => {
    await using project = await createFakeProject(SLOW_TO_STOP);
    const npm = startUnderNpm(project);
    const pid = await targetPid(npm);
    process.kill(Number(/launcher (\d+)/.exec(npm.stdout())?.[1]), "SIGTERM");
    npm.process.kill("SIGTERM");
    await waitUntilGone(pid);
    expect(npm.stdout().match(/told by/g)).toHaveLength(1);
  });

  it("closes the target's channel when bootstrap is killed", async () => {
    await using project = await createFakeProject(LONG_RUNNING);
    const run = project.bootstrap(["start"]);
    const pid = await targetPid(run);
    run.process.kill("SIGKILL");
    await waitUntilGone(pid);
    expect(run.stdout()).toContain("stopped by disconnect\n");
  });
});

describe("installing", () => {
  it("installs before the first run, and not again without changes", async () => {
    await using project = await createFakeProject(ONE_SHOT);
    const first = project.bootstrap(["start"]);
    await first.whenEnded;
    const second = project.bootstrap(["start"]);
    await second.whenEnded;
    expect(first.stderr()).toMatch(/^Installing dependencies \(first start only\)… \d+\.\d s\n$/);
    expect(second.stderr()).toBe("");
    expect(await project.installations()).toBe(1);
  });

  it.each(["pnpm-lock.yaml", "pnpm-workspace.yaml", "package.json", "apps/server/package.json"])(
    "installs again when %s changed",
    async (file) => {
      await using project = await createFakeProject(ONE_SHOT);
      await project.bootstrap(["start"]).whenEnded;
      const newTexts = {
        "package.json": `{"packageManager":"pnpm@1.2.3"}`,
        "pnpm-workspace.yaml": "packages:\n  - apps/*\n",
      };
      await project.write(file, newTexts[file as keyof typeof newTexts] ?? "{}");
      await project.bootstrap(["start"]).whenEnded;
      expect(await project.installations()).toBe(2);
    },
  );

  it("installs again when node_modules is gone", async () => {
    await using project = await createFakeProject(ONE_SHOT);
    await project.bootstrap(["start"]).whenEnded;
    await rm(join(project.folder, "node_modules"), { recursive: true });
    await project.bootstrap(["start"]).whenEnded;
    expect(await project.installations()).toBe(2);
  });

  it("shows the end of a failed installation with advice, runs nothing, and tries again next time", async () => {
    await using project = await createFakeProject(ONE_SHOT);
    await project.write("pnpm-behaviour", `seq 100; echo "no route to registry" >&2; exit 1`);
    const failedRun = project.bootstrap(["start"]);
    expect((await failedRun.whenEnded).code).toBe(1);
    expect(failedRun.stderr()).toContain("no route to registry");
    expect(failedRun.stderr()).toContain("could not install its dependencies");
    expect(failedRun.stderr()).not.toContain("\n50\n");
    expect(failedRun.stdout()).toBe("");

    await project.write("pnpm-behaviour", "exit 0");
    const again = project.bootstrap(["start"]);
    expect((await again.whenEnded).code).toBe(0);
    expect(again.stdout()).toBe("ran \n");
  });

  it("installs once for two parallel starts", async () => {
    await using project = await createFakeProject(ONE_SHOT);
    await project.write("pnpm-behaviour", "sleep 0.5");
    const runs = [project.bootstrap(["start"]), project.bootstrap(["start"])];
    for (const run of runs) expect((await run.whenEnded).code).toBe(0);
    expect(await project.installations()).toBe(1);
  });

  it("takes over the lock of a start that was killed", async () => {
    await using project = await createFakeProject(ONE_SHOT);
    const dead = project.node(["-e", ""]);
    await dead.whenEnded;
    await project.write(`.knote/lock/${dead.process.pid}`, "");
    const run = project.bootstrap(["start"]);
    expect((await run.whenEnded).code).toBe(0);
    expect(existsSync(join(project.folder, ".knote/lock"))).toBe(false);
  });

  it("waits while another process installs", async () => {
    await using project = await createFakeProject(ONE_SHOT);
    const lock = `.knote/lock/${process.pid}`;
    await project.write(lock, "");
    const run = project.bootstrap(["start"]);
    await vi.waitFor(() => expect(run.stderr()).toContain("waiting for it"), { timeout: 60_000 });
    expect(await project.installations()).toBe(0);
    await rm(join(project.folder, lock));
    expect((await run.whenEnded).code).toBe(0);
  });

  it("leaves installing to pnpm when pnpm is the command", async () => {
    await using project = await createFakeProject(ONE_SHOT);
    const run = project.bootstrap(["pnpm", "add", "left-pad"]);
    expect((await run.whenEnded).code).toBe(0);
    expect(await project.installations()).toBe(0);
  });
});

function startUnderNpm(project: FakeProject): Run {
  const script = `"${process.execPath}" bootstrap.mjs start; exit $?`;
  return project.node(["-e", FAKE_NPM, script], { npm_lifecycle_event: "start" });
}

async function targetPid(run: Run): Promise<number> {
  const pid = await vi.waitUntil(() => /pid (\d+)/.exec(run.stdout())?.[1], { timeout: 60_000 });
  return Number(pid);
}

async function waitUntilGone(pid: number): Promise<void> {
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"), { timeout: 60_000 });
}
