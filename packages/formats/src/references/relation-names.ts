import { RELATIONS, type Relation } from "@knote/contract";
import { FormatError } from "../format-error.ts";

export interface NamedRelation {
  readonly relation: Relation;
  /** Whether the link goes from the named note to the note with the property. */
  readonly isInverse: boolean;
}

/** The relation by each name that a property, field or line can have. */
export type RelationNames = ReadonlyMap<string, NamedRelation>;

/** Returns the names of the six relations, and those of rules such as `up=derived_from` and `next=<extends`. */
export function relationNames(rules: readonly string[] = []): RelationNames {
  const names = new Map<string, NamedRelation>(RELATIONS.map((relation) => [relation, { relation, isInverse: false }]));
  for (const rule of rules) {
    const [, name, arrow, word] = /^(.+?)=(<?)\s*([a-z_]+)$/.exec(rule) ?? [];
    const relation = RELATIONS.find((one) => one === word);
    if (name === undefined || relation === undefined)
      throw new FormatError(`${rule} is no rule such as up=derived_from; the relations are ${RELATIONS.join(", ")}.`);
    names.set(foldRelation(name), { relation, isInverse: arrow === "<" });
  }
  return names;
}

/** Treats blanks, hyphens, underscores and case alike, and leaves out marks around the name. */
export function foldRelation(name: string): string {
  return name
    .replace(/^[\s*_~]+|[\s*_~]+$/g, "")
    .replace(/[\s_-]+/g, "_")
    .toLowerCase();
}
