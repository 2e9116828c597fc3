import type { Nodes, Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { isReadable } from "@knote/formats/reading-effort";

/** Deepest nesting of elements: beyond it a browser's layout becomes slow and in the end overflows its stack. */
export const MOST_DEPTH = 64;

/** Parses the text into a tree; null when parsing or rendering it would block the page. */
export function readMarkdown(text: string): Root | null {
  if (!isReadable(text)) return null;
  const tree = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  return isShallow(tree) ? tree : null;
}

function isShallow(tree: Root): boolean {
  let layer: readonly Nodes[] = [tree];
  for (let depth = 0; layer.length > 0; depth++) {
    if (depth > MOST_DEPTH) return false;
    layer = layer.flatMap((node) => ("children" in node ? node.children : []));
  }
  return true;
}
