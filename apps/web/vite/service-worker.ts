import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "vite";

const SOURCE = new URL("service-worker.js", import.meta.url);

/** Writes the service worker with the names of all built files, so that it differs after each change. */
export function serviceWorker(): Plugin {
  let publicDir = "";
  return {
    name: "knote:service-worker",
    apply: "build",
    configResolved: (config) => void (publicDir = config.publicDir),
    generateBundle: {
      order: "post",
      async handler(_options, bundle) {
        const builtFiles = Object.keys(bundle).filter((name) => !name.endsWith(".html"));
        const publicFiles = await readdir(publicDir);
        const files = [...builtFiles, ...publicFiles].map((name) => `/${name}`).toSorted();
        const entry = Object.values(bundle).find((one) => one.type === "chunk" && one.isEntry)!.fileName;
        const contents = await Promise.all(publicFiles.map((name) => readFile(join(publicDir, name), "utf8")));
        const source = await readFile(SOURCE, "utf8");
        const version = createHash("sha256")
          .update(JSON.stringify([files, contents, source]))
          .digest("hex")
          .slice(0, 16);
        const values = { __FILES__: files, __ENTRY__: entry, __VERSION__: version };
        const code = source.replace(/__[A-Z]+__/g, (name) => JSON.stringify(values[name as keyof typeof values]));
        this.emitFile({ type: "asset", fileName: "service-worker.js", source: code });
      },
    },
  };
}
