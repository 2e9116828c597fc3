/** A field or line of a text that can name a relation. */
export interface Field {
  readonly name: string;
  readonly value: string;
}

/** Dataview's fields: alone on a line, but not in a list, or in brackets anywhere. */
const LINE_FIELD =
  /^[ \t]*([^\s:[\](){}#>|\-+*`][^:[\](){}|\r\n]{0,99}|[*_]{1,3}[^:[\](){}|\r\n]{1,99})::[ \t]*(\S[^\r\n]*)$/gm;
const BRACKET_FIELD = /[[(]([^\s:[\](){}|][^:[\](){}|\r\n]{0,99})::[ \t]*((?:\[\[[^[\]\r\n]*\]\]|[^[\]()\r\n])*)[\])]/g;
/** Basic-memory's relations: `- depends on [[A]]`, where a name of several words stands in quotes. */
const RELATION_LINE =
  /^[ \t]*[-*+][ \t]+(?:"([^"\r\n]{1,100})"|'([^'\r\n]{1,100})'|([\p{L}\p{N}_-]{1,100}))[ \t]+(\[\[[^[\]\r\n]*\]\])/gmu;

export function findFields(text: string): Field[] {
  if (!text.includes("::")) return [];
  return [...text.matchAll(LINE_FIELD), ...text.matchAll(BRACKET_FIELD)].map((match) => ({
    name: match[1]!,
    value: match[2]!,
  }));
}

export function findRelationLines(text: string): Field[] {
  if (!text.includes("[[")) return [];
  return [...text.matchAll(RELATION_LINE)].map((match) => ({
    name: match[1] ?? match[2] ?? match[3]!,
    value: match[4]!,
  }));
}
