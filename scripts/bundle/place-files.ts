import { dirname, relative, resolve, sep } from "node:path";
import type { Plugin } from "rolldown";

/** Files that are located by a relative URL, not imported: workers, the model, the dashboard. */
const BY_PLACE = /new URL\("(\.[^"]*)", import\.meta\.url\)/g;

/**
 * Rewrites relative file URLs to places in the bundle. All code of the bundle is in one folder, so a place is the same
 * from everywhere. A file without a place fails the build, because the code would not find it.
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
