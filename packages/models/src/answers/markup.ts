/** `**bold**`, `__bold__`, `*italic*`, `_italic_`, `~~struck~~` and `code`, whose marks touch what they enclose. */
const ENCLOSING = [
  /(?<![\p{L}\p{N}*])\*{1,3}(?=[^\s*])([^*\n]{0,400}[^\s*])\*{1,3}(?![\p{L}\p{N}*])/gu,
  /(?<![\p{L}\p{N}_])_{1,3}(?=[^\s_])([^_\n]{0,400}[^\s_])_{1,3}(?![\p{L}\p{N}_])/gu,
  /~~(?=\S)([^~\n]{1,400})~~/gu,
  /`{1,3}([^`\n]{1,400})`{1,3}/gu,
  /==(?=\S)([^=\n]{1,400})==/gu,
];
/** `[[page]]` and `[[page|shown]]`. */
const WIKI_LINK = /\[\[(?:[^[\]|\n]{1,200}\|)?([^[\]|\n]{1,200})\]\]/gu;
/** `[shown](address)`, also as an image. A shown number is left for `quotable`, which keeps it from citing. */
const LINK = /!?\[([^[\]\n]{1,300})\]\([^()\s]{1,500}\)/gu;

const TABLE_RULE = /^\s*\|?(?:\s*:?-{2,}:?\s*\|)+\s*(?::?-{2,}:?)?\s*$/;

/** Returns the text without the marks of Markdown. */
export function withoutMarkup(text: string): string {
  const labelOf = (link: string, label: string) => (/^[\d\s^,;–-]+$/.test(label) ? link : label);
  let plain = text.replace(LINK, labelOf).replace(WIKI_LINK, labelOf);
  for (const marks of ENCLOSING) plain = plain.replace(marks, "$1");
  return plain;
}

/** Reads the rows of tables as sentences that name what each cell is: "Attic: rooms 2, size 40 m²". */
export function tableReader(): (line: string, next: string | undefined) => string | null {
  let header: readonly string[] = [];
  return (line, next) => {
    const cells = cellsOf(line);
    if (cells === null) {
      header = [];
      return null;
    }
    if (TABLE_RULE.test(line)) return "";
    if (next !== undefined && TABLE_RULE.test(next)) {
      header = cells;
      return "";
    }
    const [first = "", ...others] = cells;
    const values = others.map((cell, index) => [header[index + 1] ?? "", cell].filter(Boolean).join(" "));
    return values.length === 0 ? first : `${first}: ${values.join(", ")}`;
  };
}

function cellsOf(line: string): string[] | null {
  const text = line.trim();
  if (text.length < 3 || !text.startsWith("|") || !text.endsWith("|")) return null;
  return text
    .slice(1, -1)
    .split("|")
    .map((cell) => cell.trim());
}
