/** Writes THIRD-PARTY.md: the packages that Knote runs with, and their licences. */
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { installedPackages } from "./third-party/installed-packages.ts";
import { thirdPartyPage } from "./third-party/third-party-page.ts";

const root = dirname(import.meta.dirname);
const file = join(root, "THIRD-PARTY.md");
const page = thirdPartyPage(installedPackages(root, ["apps/server", "apps/cli", "apps/web"]));
const before = readFileSync(file, "utf8");
writeFileSync(file, page);
process.stdout.write(before === page ? "THIRD-PARTY.md is up to date.\n" : "THIRD-PARTY.md was updated.\n");
