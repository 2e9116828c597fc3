/** Shortest name that counts as the beginning of a longer heading. */
const LEAST_CUT = 20;

/** Whether a file's name stands for the heading: as a slug, with its signs escaped, or cut. */
export function isNameOf(name: string, heading: string): boolean {
  const [slug, whole] = [slugOf(decode(name)), slugOf(heading)];
  if (slug === "") return false;
  return slug === whole || slugOf(name) === whole || (slug.length >= LEAST_CUT && whole.startsWith(slug));
}

function slugOf(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
