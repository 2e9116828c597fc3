const SHOW_EVERY_MS = 80;

/**
 * Gathers pieces of a text that arrive in quick succession and shows them together, because each update parses the
 * answer's Markdown from its start.
 */
export function gatherText(show: (text: string) => void): { add(text: string): void; drop(): void } {
  let waiting = "";
  let timer: ReturnType<typeof setTimeout> | undefined;
  function flush(): void {
    timer = waiting === "" ? undefined : setTimeout(flush, SHOW_EVERY_MS);
    if (waiting !== "") show(waiting);
    waiting = "";
  }
  return {
    add(text) {
      waiting += text;
      if (timer === undefined) flush();
    },
    drop() {
      clearTimeout(timer);
      waiting = "";
    },
  };
}
