import { dirname, relative, resolve, sep } from "node:path";
import type { Plugin } from "rolldown";

/** Files that are found by where they are, not imported: workers, the model, the dashboard. */
const BY_PLACE = /new URL\("(\.[^"]*)", import\.meta\.url\)/g;

/**
 * Tells the code where its files are in the bundle. All code of the bundle lies in one folder, so a place is the same
 * from everywhere. A file that `places` does not name ends the build: nothing would find it.
 */
export function placeFiles(root: string, places: Readonly<Record<string, string>>): Plugin {
  return {
    name: "place-files",
    transform(code, id) {
      if (id.includes("node_modules")) return null;
      return code.replace(BY_PLACE, (_, path: string) => {
        const file = relative(root, resolve(dirname(id), path)).replaceAll(sep, "/");
        const place = places[file];
        if (place === undefined)
          throw new Error(`${relative(root, id)} needs ${file}, which has no place in the bundle.`);
        const slash = path.endsWith("/") ? "/" : "";
        return `new URL("./${place}${slash}", import.meta.url)`;
      });
    },
  };
}
