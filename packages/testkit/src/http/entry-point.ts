import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Paths, as packages must not import an app. */
const SOURCES = {
  "server.js": new URL("../../../../apps/server/src/main.ts", import.meta.url),
  "knote.js": new URL("../../../../apps/cli/src/main.ts", import.meta.url),
};

/**
 * Returns the file that a test starts as the server or the command line: the source, or where `KNOTE_TEST_BUNDLE` names
 * a folder that `npm run bundle` has written, the bundle, which starts with less than half of the processor time.
 */
export function entryPoint(name: keyof typeof SOURCES, bundle = process.env["KNOTE_TEST_BUNDLE"]): string {
  return bundle ? join(bundle, name) : fileURLToPath(SOURCES[name]);
}
