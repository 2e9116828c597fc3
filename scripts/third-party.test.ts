import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { installedPackages } from "./third-party/installed-packages.ts";
import { thirdPartyPage } from "./third-party/third-party-page.ts";

const root = dirname(import.meta.dirname);
const packages = installedPackages(root, ["apps/server", "apps/cli", "apps/web"]);

/** Licences that only ask for attribution. */
const PERMISSIVE = [
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "Unlicense",
];
const EXACT = /^(?:npm:[^@]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/;

describe("the packages that Knote runs with", () => {
  it("are all listed in THIRD-PARTY.md", () => {
    expect(packages.length).toBeGreaterThan(50);
    expect(readFileSync(join(root, "THIRD-PARTY.md"), "utf8")).toBe(thirdPartyPage(packages));
  });

  it("have permissive licences", () => {
    const others = packages.filter(({ license }) => {
      const choices = license.replaceAll(/[()]/g, "").split(" OR ");
      return !choices.some((choice) => PERMISSIVE.includes(choice));
    });
    expect(others).toEqual([]);
  });
});

describe("dependencies", () => {
  it("are pinned to exact versions in every manifest", () => {
    const manifests = globSync("{package.json,{apps,packages}/*/package.json,examples/package.json}", { cwd: root });
    expect(manifests.length).toBeGreaterThan(10);
    for (const file of manifests) {
      const {
        dependencies = {},
        devDependencies = {},
        optionalDependencies = {},
      } = JSON.parse(readFileSync(join(root, file), "utf8"));
      for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })) {
        const isPinned = version === "workspace:*" || version === "catalog:" || EXACT.test(String(version));
        expect([file, name, version, isPinned]).toEqual([file, name, version, true]);
      }
    }
  });

  it("of the catalog and of the fuzzer are pinned too", () => {
    const workspace = readFileSync(join(root, "pnpm-workspace.yaml"), "utf8");
    const catalog = Array.from(/^catalog:\n((?: {2}.*\n)+)/m.exec(workspace)![1]!.matchAll(/^ {2}[^#\n]*: (\S+)$/gm));
    expect(catalog.length).toBeGreaterThan(5);
    for (const [, version] of catalog) expect(version).toMatch(EXACT);
    const requirements = readFileSync(join(root, "scripts/schemathesis/requirements.txt"), "utf8");
    const lines = requirements.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    for (const line of lines) expect(line).toMatch(/^[\w.-]+==\d[\w.]*$/);
  });

  it("run no install scripts", () => {
    const workspace = readFileSync(join(root, "pnpm-workspace.yaml"), "utf8");
    const builds = /^allowBuilds:\n((?: {2}.*\n)+)/m.exec(workspace)![1]!;
    expect(builds).not.toMatch(/: true/);
  });
});
