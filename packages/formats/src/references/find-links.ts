/** The place that a link in a text names. */
export interface LinkTarget {
  /** Without its heading, its block and the words that the link shows. */
  readonly target: string;
  /** Whether the target is a path that begins at the folder of the file, as in Markdown's own links. */
  readonly isRelative: boolean;
}

const WIKI_LINK = /\[\[([^[\]\r\n]*)\]\]/g;
/** Only the end of Markdown's own links: what stands between their brackets is no matter here. */
const LINK_END = /\]\((?:<([^<>\r\n]*)>|([^\s()<>]+(?:\([^\s()<>]*\)[^\s()<>]*)*))(?:[ \t]+"[^"\r\n]*")?\)/g;
const SCHEME = /^(?:[a-z][a-z\d+.-]*:|\/\/)/i;
const EXTENSION = /\.([a-z\d]{1,8})$/i;

/** Finds the links of a text, from which code has been taken out, in their order. */
export function findLinks(text: string): LinkTarget[] {
  const places: { readonly at: number; readonly link: LinkTarget }[] = [];
  if (text.includes("[["))
    for (const match of text.matchAll(WIKI_LINK)) {
      const target = wikiTarget(match[1]!);
      if (target !== "") places.push({ at: match.index, link: { target, isRelative: false } });
    }
  if (text.includes("]("))
    for (const match of text.matchAll(LINK_END)) {
      const target = pathTarget(match[1] ?? match[2]!);
      if (target !== null) places.push({ at: match.index, link: { target, isRelative: true } });
    }
  return places.sort((one, other) => one.at - other.at).map(({ link }) => link);
}

/** Returns what the inside of a wiki link names; in tables its bar has a backslash. */
function wikiTarget(inside: string): string {
  return inside.split(/\\?\|/, 1)[0]!.split("#", 1)[0]!.trim();
}

function pathTarget(address: string): string | null {
  if (SCHEME.test(address)) return null;
  const path = decode(address.split(/[?#]/, 1)[0]!);
  const extension = EXTENSION.exec(path)?.[1]?.toLowerCase();
  const isNote = extension === undefined || extension === "md" || extension === "markdown";
  return path === "" || !isNote ? null : path;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
