import { dependenceCues } from "../claims/dependence-cues.ts";
import { readTarget, targetOf } from "../claims/dependence-target.ts";
import { type Draft, isOlder, MOST_OF_A_RULE, quote, type Rule, type RuleFinding, type Span, stands } from "./draft.ts";

/** A sentence says that something depends on what one near note claims. */
export const cue: Rule = (draft, near) => {
  const cues = fieldsOf(draft).flatMap(({ field, text }) =>
    dependenceCues(text).map((sentence) => ({ field, sentence })),
  );
  if (cues.length === 0) return [];
  const targets = near
    .filter((note) => stands(note) && isOlder(note, draft) && !note.relations.has("depends_on"))
    .map((note) => ({ note, ...readTarget(note.title) }));
  const findings = new Map<string, RuleFinding>();
  for (const { field, sentence } of cues) {
    const target = targetOf(sentence, targets);
    if (target === null || findings.has(target.note.id)) continue;
    const { note } = target;
    const span: Span = { field, start: sentence.start, end: sentence.end };
    const message = `Does this depend on ${quote(note.title)}?`;
    const offer = { relation: "depends_on", target_id: note.id } as const;
    findings.set(note.id, { rule: "cue", message, notes: [note], span, offer });
  }
  return [...findings.values()].slice(0, MOST_OF_A_RULE);
};

function fieldsOf({ title, content }: Draft): { readonly field: Span["field"]; readonly text: string }[] {
  return [
    { field: "title" as const, text: title },
    ...(content === null ? [] : [{ field: "content" as const, text: content }]),
  ];
}
