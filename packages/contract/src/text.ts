import * as z from "zod";

/** Counts Unicode code points, the unit of every length limit of the interface. */
export function codePointCount(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length; index++) {
    if (isHighSurrogate(text.charCodeAt(index)) && isLowSurrogate(text.charCodeAt(index + 1))) count--;
  }
  return count;
}

/** Trimmed text of `min` to `max` code points. Refuses lone surrogates and NUL, as stores treat them differently. */
export function boundedText(name: string, min: number, max: number) {
  return z
    .string({ error: (issue) => (issue.input === undefined ? `${name} is required.` : `${name} must be a string.`) })
    .trim()
    .refine((text) => !text.includes("\0"), { error: `${name} must not contain NUL characters.`, abort: true })
    .refine((text) => text.isWellFormed(), { error: `${name} must be well-formed Unicode.`, abort: true })
    .refine((text) => text.length >= min, { error: `${name} must not be empty.`, abort: true })
    .refine((text) => text.length <= max || codePointCount(text) <= max, {
      error: `${name} must have at most ${max.toLocaleString("en-US")} characters.`,
    })
    .meta({ minLength: min, maxLength: max });
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
