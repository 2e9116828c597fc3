/** Joins contents in order, without those that another one holds, as the server does. */
export function joinContents(contents: readonly string[]): string {
  const isHeldBy = (content: string, index: number) => (other: string, otherIndex: number) =>
    other.includes(content) && (other.length > content.length || (other === content && otherIndex < index));
  return contents.filter((content, index) => !contents.some(isHeldBy(content, index))).join("\n\n");
}
