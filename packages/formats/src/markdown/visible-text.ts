import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { isReadable, READING_LIMITS } from "./reading-effort.ts";

/** A worker or a command can take longer over a text than a page that shows it. */
const LIMITS = { ...READING_LIMITS, pieces: 8 * READING_LIMITS.pieces, pairs: 4 * READING_LIMITS.pairs };

/** Without any of these, a text holds neither code nor HTML. */
const CAN_HIDE = /[`<\t]|~~~| {4}/;
const HIDDEN_MARKS = /%%|\$\$/;
const COMMENT_OR_FORMULA = /%%[^]*?%%|\$\$[^]*?\$\$/g;

/**
 * Returns the text with blanks in place of code, HTML, comments and formulas, of the same length; null when the text
 * would take too long to parse.
 */
export function visibleText(text: string): string | null {
  const prose = CAN_HIDE.test(text) ? withoutCode(text) : text;
  if (prose === null || !HIDDEN_MARKS.test(prose)) return prose;
  return prose.replace(COMMENT_OR_FORMULA, blank);
}

function withoutCode(text: string): string | null {
  if (!isReadable(text, LIMITS)) return null;
  const tree = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const pieces: string[] = [];
  let end = 0;
  for (const { type, position } of nodesOf(tree)) {
    if (type !== "code" && type !== "inlineCode" && type !== "html") continue;
    const [from, to] = [position!.start.offset!, position!.end.offset!];
    pieces.push(text.slice(end, from), blank(text.slice(from, to)));
    end = to;
  }
  return pieces.join("") + text.slice(end);
}

/** Yields the nodes of a tree in the order of the text. */
function* nodesOf(tree: Nodes): Generator<Nodes> {
  const waiting: Nodes[] = [tree];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node;
    if ("children" in node) waiting.push(...node.children.toReversed());
  }
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, " ");
}
