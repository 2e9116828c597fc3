/** What comes up while tending and can be fine as it is. */
export const TEND_KINDS = ["contested", "near", "orphan"] as const;

const ID = "([\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12})";
const PAIR = new RegExp(`^(?:contested|near) ${ID} ${ID}$`);
const SINGLE = new RegExp(`^orphan ${ID}$`);

/** Whether the text names a matter of tending. Of two notes the newer comes first, so that a pair has one key. */
export function isTendKey(text: string): boolean {
  const [, newer, older] = PAIR.exec(text) ?? [];
  return newer !== undefined && older !== undefined ? newer > older : SINGLE.test(text);
}
