/** Whether the shortcut is pressed with characters alone, as `k`, `?` and `g n` are, rather than with Ctrl or Escape. */
export function isCharacterKey(keys: string): boolean {
  return keys.split(" ").some((key) => key.length === 1);
}
