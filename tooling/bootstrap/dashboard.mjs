import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { showProgress } from "./progress.mjs";

const APP = "apps/web";
const BUILD_FOLDER = `${APP}/dist`;
/** Inside the build folder, so that both are removed together. */
const STAMP = `${BUILD_FOLDER}/.built-from`;
const VITE = `${APP}/node_modules/vite/bin/vite.js`;

/** Everything that a build reads, including the contract's values and the router's list of public procedures. */
const SOURCES = [
  `${APP}/index.html`,
  `${APP}/package.json`,
  `${APP}/public`,
  `${APP}/src`,
  `${APP}/vite`,
  `${APP}/vite.config.ts`,
  "packages/api/src",
  "packages/contract/src",
  "pnpm-lock.yaml",
];

const ADVICE = `Knote could not build its dashboard. \`node bootstrap.mjs build\` tries again; \`node apps/server/src/main.ts\`
starts the server with the dashboard as it was built last, or without.`;

/** Returns whether the dashboard was built from the current sources. @param {string} root */
export function isDashboardBuilt(root) {
  if (!existsSync(join(root, APP))) return true;
  const stamp = join(root, STAMP);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === fingerprint(root);
}

/** @param {string} root @param {string} node @param {import("./lock.mjs").Lock} lock */
export async function buildDashboard(root, node, lock) {
  const first = !existsSync(join(root, BUILD_FOLDER));
  const sources = fingerprint(root);
  rmSync(join(root, STAMP), { force: true });
  const vite = spawn(node, [join(root, VITE), "build"], {
    cwd: join(root, APP),
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  lock.addOwner(vite.pid);
  await showProgress(`Building the dashboard${first ? " (first start only)" : ""}`, vite, ADVICE);
  mkdirSync(dirname(join(root, STAMP)), { recursive: true });
  writeFileSync(join(root, STAMP), sources);
}

/** @param {string} root */
function fingerprint(root) {
  const hash = createHash("sha256");
  for (const file of SOURCES.flatMap((source) => files(root, source))) {
    hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest("hex");
}

/** The file, or the folder's files without tests. @param {string} root @param {string} source @returns {string[]} */
function files(root, source) {
  if (!existsSync(join(root, source))) return [];
  if (/\.\w+$/.test(source)) return [source];
  const entries = readdirSync(join(root, source), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}
