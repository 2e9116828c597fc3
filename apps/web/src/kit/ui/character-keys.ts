/** Whether the shortcut consists of plain characters, like `k`, `?` and `g n`, and not of Ctrl or Escape. */
export function isCharacterKey(keys: string): boolean {
  return keys.split(" ").some((key) => key.length === 1);
}
