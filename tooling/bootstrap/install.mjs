import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { showProgress } from "./progress.mjs";

/** @typedef {import("./tools.mjs").Tools} Tools */

const STAMP = "node_modules/.knote-installed";

const ADVICE = `Knote could not install its dependencies. Check the connection to the npm registry, then run the command again.
After changing a package.json, run \`node bootstrap.mjs pnpm install\` first.`;

/**
 * Returns whether the last successful installation was made from the current files.
 * @param {string} root @param {Tools} tools
 */
export function isInstalled(root, tools) {
  const stamp = join(root, STAMP);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === fingerprint(root, tools);
}

/** @param {string} root @param {Tools} tools @param {import("./lock.mjs").Lock} lock */
export async function installDependencies(root, tools, lock) {
  const update = existsSync(join(root, "node_modules"));
  rmSync(join(root, STAMP), { force: true });
  const pnpm = spawn(tools.pnpm, ["install", "--frozen-lockfile", "--prefer-offline", "--reporter=append-only"], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      PATH: [dirname(tools.node), process.env.PATH].join(delimiter),
      // Non-interactive: nobody can answer a question.
      CI: "true",
      // The lockfile was checked when it was written; checking the age of every entry costs a request each.
      pnpm_config_minimum_release_age: "0",
      // Without a network, fail within seconds.
      pnpm_config_fetch_retry_mintimeout: "1000",
      pnpm_config_fetch_retry_maxtimeout: "4000",
    },
  });
  lock.addOwner(pnpm.pid);
  await showProgress(update ? "Updating dependencies" : "Installing dependencies (first start only)", pnpm, ADVICE);
  mkdirSync(join(root, "node_modules"), { recursive: true });
  writeFileSync(join(root, STAMP), fingerprint(root, tools));
}

/** @param {string} root @param {Tools} tools */
function fingerprint(root, tools) {
  const hash = createHash("sha256").update(`${process.platform} ${process.arch} ${tools.nodeVersion}`);
  for (const file of ["pnpm-lock.yaml", "pnpm-workspace.yaml", ...manifests(root)]) {
    hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest("hex");
}

/** Returns the package.json files of the workspace. @param {string} root */
function manifests(root) {
  const blocks = readFileSync(join(root, "pnpm-workspace.yaml"), "utf8").split(/^(?=\S)/m);
  const packages = blocks.find((block) => block.startsWith("packages:")) ?? "";
  const globs = [...packages.matchAll(/^\s*-\s*["']?([\w./*@-]+)/gm)].map(([, glob = ""]) => glob);
  const folders = globs.flatMap((glob) => (glob.endsWith("/*") ? subfolders(root, glob.slice(0, -2)) : [glob]));
  const files = [".", ...folders.sort()].map((folder) => `${folder}/package.json`);
  return files.filter((file) => existsSync(join(root, file)));
}

/** @param {string} root @param {string} folder */
function subfolders(root, folder) {
  return existsSync(join(root, folder)) ? readdirSync(join(root, folder)).map((name) => `${folder}/${name}`) : [];
}
