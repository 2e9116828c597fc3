import type { Shot } from "./shots.ts";

/** Returns the Markdown page with all screenshots, each in the reader's theme. */
export function gallery(shots: readonly Shot[]): string {
  const figure = ({ name, caption, onPhone }: Shot): string => `## ${caption}

<picture>
  <source media="(prefers-color-scheme: dark)" srcset="${name}-dark.webp">
  <img alt="${caption}" src="${name}-light.webp"${onPhone ? ' width="390"' : ""}>
</picture>
`;
  return `# Screenshots

The demo graph as one user's notes. \`npm run screenshots\` takes them and writes this page.

${shots.map(figure).join("\n")}`;
}
