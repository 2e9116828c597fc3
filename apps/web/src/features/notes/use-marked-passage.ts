import { type RefObject, useEffect } from "react";
import { findPassage } from "./find-passage.ts";

const NAME = "cited";

/** Scrolls to a passage inside the element and marks it, without changing React's DOM. */
export function useMarkedPassage(element: RefObject<HTMLElement | null>, passage: string | null): void {
  useEffect(() => {
    const root = element.current;
    if (!root || passage === null) return;
    let hasScrolled = false;
    const mark = (): void => {
      const range = rangeOf(root, passage);
      if (!range) return;
      // Older browsers lack highlights but still scroll.
      CSS.highlights?.set(NAME, new Highlight(range));
      if (!hasScrolled) range.startContainer.parentElement?.scrollIntoView({ block: "center" });
      hasScrolled = true;
    };
    mark();
    // Markdown renders only once its code has loaded.
    const observer = new MutationObserver(mark);
    observer.observe(root, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      CSS.highlights?.delete(NAME);
    };
  }, [element, passage]);
}

function rangeOf(root: HTMLElement, passage: string): Range | null {
  const { text, pieces } = readText(root);
  const span = findPassage(text, passage);
  if (!span) return null;
  const range = document.createRange();
  range.setStart(...pointAt(pieces, span.start));
  range.setEnd(...pointAt(pieces, span.end));
  return range;
}

interface Piece {
  readonly node: Text;
  readonly start: number;
}

/** Returns the text of an element, with a line break between blocks so that they do not run into one sentence. */
function readText(root: HTMLElement): { readonly text: string; readonly pieces: readonly Piece[] } {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const pieces: Piece[] = [];
  let text = "";
  let block: Element | null | undefined;
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    const own = node.parentElement?.closest("p, li, h2, h3, h4, h5, h6, td, th, pre");
    if (block !== undefined && own !== block) text += "\n";
    block = own;
    pieces.push({ node, start: text.length });
    text += node.data;
  }
  return { text, pieces };
}

function pointAt(pieces: readonly Piece[], offset: number): [Text, number] {
  const { node, start } = pieces.findLast((piece) => piece.start <= offset)!;
  return [node, Math.min(offset - start, node.length)];
}
