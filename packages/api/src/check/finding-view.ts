import { codePointCount, type Finding, type FindingLevel } from "@knote/contract";
import type { Draft, RuleFinding, Span } from "./draft.ts";

export function findingView(
  { rule, message, notes, span, offer }: RuleFinding,
  level: FindingLevel,
  draft: Draft,
): Finding {
  return {
    rule,
    level,
    message,
    ...(notes && { notes: notes.map(({ id, title, similarity, state }) => ({ id, title, similarity, state })) }),
    ...(span && { span: inCodePoints(span, draft) }),
    ...(offer && { offer }),
  };
}

function inCodePoints({ field, start, end }: Span, draft: Draft): Span {
  const text = draft[field] ?? "";
  const count = (until: number) => codePointCount(text.slice(0, until));
  return { field, start: count(start), end: count(end) };
}
