import { createRequire } from "node:module";
import type { Plugin } from "vite";

/** Packages whose builds for browsers need a document, which workers have not. */
const NEED_DOCUMENT = ["decode-named-character-reference"];

/** Bundles the builds of packages for Node into workers where the ones for browsers need a document. */
export function withoutDocument(): Plugin {
  return {
    name: "knote:without-document",
    enforce: "pre",
    resolveId(source, importer) {
      if (!NEED_DOCUMENT.includes(source) || importer === undefined) return null;
      return createRequire(importer).resolve(source);
    },
  };
}
