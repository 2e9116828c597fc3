/** An answer as the rules read it: without citation marks and emphasis, with plain quotes, hyphens and spaces. */
export function plainText(answer: string): string {
  return answer
    .normalize("NFKC")
    .replace(/\s*\[\d+\]/g, "")
    .replace(/[*`]/g, "")
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/[‐‑‒–—−]/g, "-")
    .replace(/\s+/g, " ")
    .trim();
}
