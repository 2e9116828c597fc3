/** Longest address that every server and browser takes. */
const ADDRESS_LENGTH = 8_000;

/**
 * Returns a bookmarklet that opens a new note with the title, the address and the selected text of the page on which
 * it is pressed. The text is cut where the address would get too long.
 */
export function bookmarklet(origin: string): string {
  const code = `(() => {
    const encode = encodeURIComponent;
    const start = ${JSON.stringify(`${origin}/new`)} + "?title=" + encode(document.title.slice(0, 300)) + "&url=" + encode(location.href.slice(0, 2000)) + "&content=";
    let text = String(getSelection());
    while (text && (start + encode(text.toWellFormed ? text.toWellFormed() : text)).length > ${ADDRESS_LENGTH}) text = text.slice(0, -Math.ceil(text.length / 20));
    open(start + encode(text.toWellFormed ? text.toWellFormed() : text), "_blank", "noopener");
  })()`;
  return `javascript:${encodeURIComponent(code.replace(/\n\s+/g, " "))}`;
}
