/** Texts of about `length` characters that are the most expensive for a Markdown parser or renderer. */
export const HOSTILE_MARKDOWN: Readonly<Record<string, (length: number) => string>> = {
  "lists in a line": repeat("1) "),
  "lists and quotes in a line": repeat("> - "),
  "quotes in a line": repeat(">"),
  "quotes with blanks": repeat("> "),
  "lists, deeper with each line": (length) => {
    let text = "";
    for (let depth = 0; text.length < length; depth++) text += `${"  ".repeat(depth)}- a\n`;
    return text.slice(0, length);
  },
  "lines of deep lists": (length) => `${deepList(16)}${"a\n".repeat(length / 2)}`,
  "indented lines of deep lists": (length) => `${deepList(16)}${`${" ".repeat(32)}a\n`.repeat(length / 34)}`,
  "lines of deep quotes": (length) => `${">".repeat(24)}a\n${"a\n".repeat(length / 2)}`,
  "quotes apart": repeat("> a\n\n"),
  "quotes in lists": repeat("- > a\n\n"),
  "quotes in footnotes": repeat("[^a]: > a\n\n"),
  "other lists": repeat("1. a\n1) b\n"),
  "empty items": repeat("-\n"),
  items: repeat("- a\n"),
  tasks: repeat("- [ ] a\n"),
  "underlined headings": repeat("a\n-\n"),
  "doubly underlined headings": repeat("a\n=\n"),
  headings: repeat("# a\n"),
  rules: repeat("---\n"),
  paragraphs: repeat("a\n\n"),
  "short lines": repeat("a\n"),
  "blank lines": (length) => `a${"\n".repeat(length - 2)}a`,
  "hard breaks": repeat("a  \n"),
  "open deletions": repeat("~a"),
  "open double deletions": repeat("~~a"),
  "open emphasis": repeat("*a"),
  "closed emphasis": repeat("a_ "),
  "crossed emphasis": repeat("*a_b*c_"),
  "mixed runs": repeat("*_"),
  "one run": repeat("*"),
  "nested emphasis": (length) => "*a ".repeat(length / 6) + " a*".repeat(length / 6),
  "blocks of nested emphasis": (length) =>
    `${"*a ".repeat(250)}${" a*".repeat(250)}\n\n`.repeat(Math.ceil(length / 1_502)),
  "open brackets": repeat("["),
  "closed brackets": repeat("]"),
  "nested brackets": (length) => "[".repeat(length / 2) + "]".repeat(length / 2),
  "nested links": (length) => "[a ".repeat(length / 6) + "](b)".repeat(length / 8),
  links: repeat("[a](b)"),
  "open links": repeat("[a]("),
  images: repeat("!["),
  references: repeat("[a]"),
  definitions: repeat("[a]: b\n"),
  "open titles": repeat("[a]: b '\n"),
  footnotes: repeat("[^a]: b\n"),
  "code runs": (length) => {
    let text = "";
    for (let run = 1; text.length < length; run++) text += `${"`".repeat(run)} `;
    return text.slice(0, length);
  },
  code: repeat("`a"),
  fences: repeat("```\n"),
  "open tags": repeat("<a "),
  tags: repeat("<a>"),
  comments: repeat("<!--"),
  entities: repeat("&amp;"),
  escapes: repeat("\\"),
  addresses: repeat("a@b.co "),
  sites: repeat("www.a "),
  rows: (length) => `|a|\n|-|\n${"a\n".repeat(length / 2)}`,
  columns: (length) => `${"|a".repeat(length / 4)}\n${"|-".repeat(length / 4)}\n`,
  "tall and wide tables": (length) => {
    const width = Math.floor(Math.sqrt(length / 4));
    return `${"|a".repeat(width)}\n${"|-".repeat(width)}\n${"|\n".repeat(length / 2)}`;
  },
  "many tables": repeat("|a|\n|-|\n\n"),
  "one word": repeat("a"),
};

const PIECES = [
  "*",
  "_",
  "~",
  "`",
  "[",
  "](b)",
  "![",
  "<a>",
  "|",
  "|-",
  "a",
  " ",
  "  ",
  "\n",
  "\n\n",
  "> ",
  "- ",
  "1) ",
];
const MORE_PIECES = [
  "1. ",
  "# ",
  "---",
  "===",
  "[^a]: ",
  "[a]: b",
  "\\",
  "&amp;",
  "a@b.co",
  "www.a",
  "\t",
  "    ",
  "**",
  "```",
];

/** Returns a text maker that repeats a few pieces of Markdown, chosen by the seed. */
export function hostileMixture(seed: number): (length: number) => string {
  const all = [...PIECES, ...MORE_PIECES];
  let state = seed + 1;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
  return repeat(Array.from({ length: 2 + next(8) }, () => all[next(all.length)]!).join("") + "a");
}

/** Returns the longest text of this kind, up to `most` characters, that passes. */
export function longestOf(
  hostile: (length: number) => string,
  most: number,
  passes: (text: string) => boolean,
): string {
  let good = 0;
  let bad = most + 1;
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (passes(hostile(middle))) good = middle;
    else bad = middle;
  }
  return hostile(good).slice(0, most);
}

function repeat(piece: string): (length: number) => string {
  return (length) => piece.repeat(Math.ceil(length / piece.length));
}

function deepList(depth: number): string {
  return Array.from({ length: depth }, (_, level) => `${"  ".repeat(level)}- a\n`).join("");
}
