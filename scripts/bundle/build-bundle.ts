import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { installedPackages } from "../third-party/installed-packages.ts";
import { licenceTexts } from "../third-party/licence-texts.ts";
import { copyPackage } from "./copy-packages.ts";
import { placeFiles } from "./place-files.ts";

/** Entry points of processes and threads, with their names in the bundle. */
const ENTRIES = {
  "apps/server/src/main.ts": "server.js",
  "apps/cli/src/main.ts": "knote.js",
  "packages/models/src/embedder/encoder-worker-main.ts": "encoder-worker.js",
  "packages/storage-sqlite/src/search-worker/worker.ts": "search-worker.js",
  "packages/storage-sqlite/src/operations/backup/integrity-worker.ts": "integrity-worker.js",
};

/** Folders that are served or read, with their places in the bundle. */
const FOLDERS = {
  "apps/web/dist": "dashboard",
  "packages/models/assets/all-minilm-l6-v2": "all-minilm-l6-v2",
  "packages/models/assets/multilingual-e5-small": "multilingual-e5-small",
};

/** Folders that the running bundle creates, if it can write there. */
const CACHES = { ".knote/compiled": "compiled" };

const NATIVE = `bin/napi-v6/${process.platform}/${process.arch}`;

/**
 * Writes the server and the command line to an empty folder that needs only Node: no repository, no installation. The
 * bundle runs on the platform that built it, because the embedder's runtime is native.
 */
export async function buildBundle(root: string, out: string): Promise<void> {
  if (existsSync(out) && readdirSync(out).length > 0) throw new Error(`${out} is not empty.`);
  if (!existsSync(join(root, "apps/web/dist/index.html"))) throw new Error("The dashboard is not built.");
  mkdirSync(out, { recursive: true });
  await writeCode(root, out);
  for (const [from, to] of Object.entries(FOLDERS)) cpSync(join(root, from), join(out, to), { recursive: true });
  copyPackages(root, out);
  for (const file of ["LICENSE", "THIRD-PARTY.md"]) cpSync(join(root, file), join(out, file));
  const packages = installedPackages(root, ["apps/server", "apps/cli", "apps/web"]);
  const licences = licenceTexts(packages, readFileSync(join(root, "LICENSE"), "utf8"));
  writeFileSync(join(out, "THIRD-PARTY-LICENCES.txt"), licences);
  const { name, version, license } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const manifest = { name, version, license, private: true, type: "module" };
  writeFileSync(join(out, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Writes the code unminified: readable stack traces are worth some of the 83 megabytes. */
async function writeCode(root: string, out: string): Promise<void> {
  const inputs = Object.entries(ENTRIES).map(([file, place]) => [place.replace(/\.js$/, ""), join(root, file)]);
  await using build = await rolldown({
    input: Object.fromEntries(inputs),
    platform: "node",
    external: ["onnxruntime-node"],
    plugins: [placeFiles(root, { ...ENTRIES, ...FOLDERS, ...CACHES })],
  });
  await build.write({ dir: out, format: "esm", entryFileNames: "[name].js", chunkFileNames: "part-[name]-[hash].js" });
}

function copyPackages(root: string, out: string): void {
  const models = join(root, "packages/models/package.json");
  const runtime = copyPackage({ name: "onnxruntime-node", from: models, files: ["dist", NATIVE] }, out);
  const ofRuntime = join(runtime, "package.json");
  copyPackage({ name: "onnxruntime-common", from: ofRuntime, files: ["dist/cjs"] }, out);
  const rest = join(root, "packages/rest/package.json");
  const pages = ["favicon-32x32.png", "swagger-ui-bundle.js", "swagger-ui.css"];
  copyPackage({ name: "swagger-ui-dist", from: rest, files: pages }, out);
}
