/**
 * Writes the server, its dashboard and the command line to one folder that needs only Node. The image runs it.
 *   npm run bundle -- <empty folder>
 *   node <folder>/server.js
 */
import { resolve } from "node:path";
import { buildBundle } from "./bundle/build-bundle.ts";

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write("Usage: npm run bundle -- <empty folder>\n");
  process.exit(2);
}
const out = resolve(folder);
await buildBundle(resolve(import.meta.dirname, ".."), out);
process.stdout.write(`The bundle is in ${out}: \`node ${out}/server.js\` starts the server.\n`);
