/** Longest name in bytes of UTF-8: encrypted file systems stop at 143, and `.md` and a number can follow. */
export const NAME_BYTES = 120;

/** Signs that a file name or a wiki link cannot hold on one of the three systems. */
const FORBIDDEN = /[*"\\/<>:|?#^[\]\p{Cc}\p{Zl}\p{Zp}]|%%/gu;
const RESERVED_NAME = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?=\s*(?:\.|$))/i;
/** A link to `a.md` means the note `a`. */
const LOOKS_LIKE_FILE = /\.(?:md|markdown)$/i;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

const encoder = new TextEncoder();
const segmenter = new Intl.Segmenter("und", { granularity: "grapheme" });

/**
 * Returns a function that gives each title a file name without its extension, which no earlier title has got and which
 * is not among the taken names.
 */
export function createFileNames(takenNames: Iterable<string> = []): (title: string) => string {
  const numbers = new Map<string, number>();
  for (const name of takenNames) numbers.set(foldName(name), 1);
  return (title) => {
    const base = fileNameOf(title);
    let name = base;
    while (numbers.has(foldName(name))) {
      const number = numbers.get(foldName(base))! + 1;
      numbers.set(foldName(base), number);
      name = `${base} (${number})`;
    }
    numbers.set(foldName(name), 1);
    return name;
  };
}

/** Returns the title as a file name that Linux, macOS and Windows take. */
export function fileNameOf(title: string): string {
  const spacedTitle = trimEdges(title.normalize("NFC").replace(FORBIDDEN, " ").replace(/\s+/gu, " "));
  const shortName = trimEdges(cutAtGrapheme(spacedTitle).normalize("NFC"));
  if (shortName.replace(INVISIBLE, "").trim() === "") return "Untitled";
  return (LOOKS_LIKE_FILE.test(shortName) ? `${shortName}_` : shortName).replace(RESERVED_NAME, "$1_");
}

/**
 * Folds a name as the most tolerant of the three systems compares names: without case, composed, and without signs
 * that cannot be seen.
 */
function foldName(name: string): string {
  return name.replace(INVISIBLE, "").toUpperCase().toLowerCase().normalize("NFC");
}

function trimEdges(name: string): string {
  return name.replace(/^[.\s]+/u, "").replace(/[.\s]+$/u, "");
}

function cutAtGrapheme(name: string): string {
  if (bytesOf(name) <= NAME_BYTES) return name;
  return fitting(Array.from(segmenter.segment(name), ({ segment }) => segment)) || fitting([...name]);
}

function fitting(pieces: readonly string[]): string {
  let bytes = 0;
  const end = pieces.findIndex((piece) => (bytes += bytesOf(piece)) > NAME_BYTES);
  return pieces.slice(0, end < 0 ? pieces.length : end).join("");
}

function bytesOf(text: string): number {
  return encoder.encode(text).length;
}
