import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { InstalledPackage } from "./installed-packages.ts";

const TEXT_FILE = /^(?:[\w-]+-)?(?:licen[cs]e|copying|notice|unlicense)\b/i;
const RULE = "=".repeat(80);

/** Returns the licence texts of all packages, which must accompany bundled code. */
export function licenceTexts(packages: readonly InstalledPackage[], ownLicence: string): string {
  const parts = packages.map(
    (one) => `${RULE}\n${one.name} ${one.version} (${one.license})\n\n${textOf(one, ownLicence)}`,
  );
  return `This folder contains code of the following packages. Their licences:\n\n${parts.join("\n\n")}\n`;
}

function textOf({ folder, name, license, author }: InstalledPackage, ownLicence: string): string {
  const files = readdirSync(folder).filter((file) => TEXT_FILE.test(file));
  if (files.length > 0) return files.map((file) => readFileSync(join(folder, file), "utf8").trim()).join("\n\n");
  if (license !== "MIT") throw new Error(`${name} has no licence text.`);
  // Some packages contain no text: that of the MIT licence differs only in the copyright holder.
  return ownLicence.replace(/^Copyright .*$/m, `Copyright (c) ${author ?? `the authors of ${name}`}`).trim();
}
