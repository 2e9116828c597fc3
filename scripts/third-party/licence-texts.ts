import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { InstalledPackage } from "./installed-packages.ts";

const TEXT_FILE = /^(?:[\w-]+-)?(?:licen[cs]e|copying|notice|unlicense)\b/i;
const RULE = "=".repeat(80);

/** Every package with the text that its licence asks to be passed on, for what is shipped without the packages. */
export function licenceTexts(packages: readonly InstalledPackage[], ownLicence: string): string {
  const parts = packages.map(
    (one) => `${RULE}\n${one.name} ${one.version} (${one.license})\n\n${textOf(one, ownLicence)}`,
  );
  return `The code of these packages is part of what is here. Their licences:\n\n${parts.join("\n\n")}\n`;
}

function textOf({ folder, name, license, author }: InstalledPackage, ownLicence: string): string {
  const files = readdirSync(folder).filter((file) => TEXT_FILE.test(file));
  if (files.length > 0) return files.map((file) => readFileSync(join(folder, file), "utf8").trim()).join("\n\n");
  if (license !== "MIT") throw new Error(`${name} has no text of its licence.`);
  // Some bring no text: that of the MIT licence is the same but for its holder.
  return ownLicence.replace(/^Copyright .*$/m, `Copyright (c) ${author ?? `the authors of ${name}`}`).trim();
}
