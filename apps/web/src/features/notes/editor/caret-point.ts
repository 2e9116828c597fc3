const COPIED_STYLES = [
  "font",
  "letterSpacing",
  "lineHeight",
  "padding",
  "border",
  "width",
  "boxSizing",
  "tabSize",
] as const;
const LIST_WIDTH = 320;

/** Returns where to put a list below a position in the text, relative to the field; measured on a copy of it. */
export function caretPoint(
  area: HTMLTextAreaElement,
  position: number,
): { readonly left: number; readonly top: number } {
  const style = getComputedStyle(area);
  const copy = document.createElement("div");
  for (const name of COPIED_STYLES) copy.style[name] = style[name];
  Object.assign(copy.style, {
    position: "absolute",
    visibility: "hidden",
    whiteSpace: "pre-wrap",
    overflowWrap: "break-word",
  });
  const mark = document.createElement("span");
  mark.textContent = "[[";
  copy.append(area.value.slice(0, position), mark);
  area.parentElement!.append(copy);
  const { offsetLeft, offsetTop, offsetHeight } = mark;
  copy.remove();
  return {
    left: Math.max(0, Math.min(offsetLeft, area.clientWidth - LIST_WIDTH)),
    top: offsetTop + offsetHeight - area.scrollTop + 4,
  };
}
