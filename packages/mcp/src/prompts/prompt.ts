/** A way of working that a person picks. Its text holds what the person typed, and nothing of a note. */
export interface Prompt {
  readonly name: string;
  readonly description: string;
  readonly parameter?: { readonly name: string; readonly description: string; readonly isRequired: boolean };
  text(value: string | undefined): string;
}
