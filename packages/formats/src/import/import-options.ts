import { NOTE_TYPES, type NoteType } from "@knote/contract";
import { FormatError } from "../format-error.ts";
import { isNoteType } from "../markdown/note-properties.ts";

/** What the person who imports decides. */
export interface ImportOptions {
  /** Tells one vault from another: part of the keys. */
  readonly source: string;
  readonly defaultType: NoteType;
  /** Rules such as `decisions/**=decision` for paths and `type:meeting=experience` for types of another tool. */
  readonly types: readonly string[];
  /** Rules such as `up=derived_from`. */
  readonly relations: readonly string[];
  /** Patterns of paths to leave out. */
  readonly skip: readonly string[];
  /** Divides texts that are too long. */
  readonly split: boolean;
  /** Takes notes without text too. */
  readonly empty: boolean;
  /** Columns of a table by the field that they fill, such as `title=Highlight`. */
  readonly columns: readonly string[];
  /** Where the list lies in a JSON file, such as `data.results`. */
  readonly at: string;
  /** Now, as no note can be newer. */
  readonly now: string;
}

/** Returns a function that gives the type of a note by its path, or by the type that another tool gave it. */
export function typeRules(
  rules: readonly string[],
): (path: string, foreignType: string | undefined) => NoteType | null {
  const parsedRules = rules.map((rule) => {
    const [pattern, type] = splitRule(rule);
    if (!isNoteType(type)) throw new FormatError(`${rule} names no type; the types are ${NOTE_TYPES.join(", ")}.`);
    const foreign = /^type:(.+)$/.exec(pattern)?.[1]?.toLowerCase();
    return { type, foreign, path: foreign === undefined ? pathPattern(pattern) : null };
  });
  return (path, foreignType) =>
    parsedRules.find((rule) => rule.path?.test(path) ?? rule.foreign === foreignType?.toLowerCase())?.type ?? null;
}

/** Divides a rule at its last equals sign. */
export function splitRule(rule: string): readonly [left: string, right: string] {
  const at = rule.lastIndexOf("=");
  if (at < 1 || at === rule.length - 1) throw new FormatError(`${rule} is no rule of the form left=right.`);
  return [rule.slice(0, at).trim(), rule.slice(at + 1).trim()];
}

/** Compiles a pattern of paths: `*` within a name, `**` over folders, `?` for one sign. */
export function pathPattern(pattern: string): RegExp {
  const source = pattern.replace(/\*\*\/|\*\*|\*|\?|[.+^${}()|[\]\\/]/g, (sign) => {
    if (sign === "**/") return "(?:[^/]+/)*";
    if (sign === "**") return ".*";
    if (sign === "*") return "[^/]*";
    return sign === "?" ? "[^/]" : `\\${sign}`;
  });
  return new RegExp(`^${source}$`, "iu");
}
