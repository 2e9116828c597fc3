/** Input that cannot be read; its message is a sentence for people. */
export class FormatError extends Error {
  override readonly name = "FormatError";
}
