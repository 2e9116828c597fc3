/** Rewrites citations `[n]` so that `order[0]` becomes 1, `order[1]` 2, …; a citation of anything else is dropped. */
export function renumber(text: string, order: readonly number[]): string {
  return text.replace(/ ?\[(\d{1,3})\]/g, (mark, digits: string) => {
    const place = order.indexOf(Number(digits));
    return place < 0 ? "" : `${mark.startsWith(" ") ? " " : ""}[${place + 1}]`;
  });
}
