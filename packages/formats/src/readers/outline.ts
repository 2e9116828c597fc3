/** A block of an outline, as Roam and other tools for outlines have them. */
export interface Block {
  readonly text: string;
  readonly children: readonly Block[];
}

/** Deepest outline that is read: deeper ones overflow the stack of readers and viewers. */
const MOST_LEVELS = 200;

/** Writes an outline as a nested list. */
export function outlineText(blocks: readonly Block[]): string {
  const lines: string[] = [];
  const waiting = blocks.map((block) => ({ block, level: 0 })).toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { block, level } = next;
    const indent = "  ".repeat(Math.min(level, MOST_LEVELS));
    lines.push(`${indent}- ${block.text.replaceAll("\n", `\n${indent}  `)}`);
    for (const child of block.children.toReversed()) waiting.push({ block: child, level: level + 1 });
  }
  return lines.join("\n");
}
