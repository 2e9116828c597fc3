import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";

/** Fails the build when the JavaScript of the first load exceeds `mostBytes` gzipped. */
export function sizeLimit(mostBytes: number): Plugin {
  return {
    name: "knote:size-limit",
    apply: "build",
    generateBundle(_options, bundle) {
      const firstLoad = new Set<string>();
      const visit = (name: string): void => {
        const chunk = bundle[name];
        if (chunk?.type !== "chunk" || firstLoad.has(name)) return;
        firstLoad.add(name);
        for (const importedName of chunk.imports) visit(importedName);
      };
      for (const [name, chunk] of Object.entries(bundle)) if (chunk.type === "chunk" && chunk.isEntry) visit(name);
      let bytes = 0;
      for (const name of firstLoad) {
        const chunk = bundle[name];
        if (chunk?.type === "chunk") bytes += gzipSync(chunk.code, { level: 9 }).length;
      }
      const words = `first load: ${kilobytes(bytes)} of JavaScript gzipped in ${firstLoad.size} files, at most ${kilobytes(mostBytes)}`;
      if (bytes > mostBytes) this.error(words);
      this.info(words);
    },
  };
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
