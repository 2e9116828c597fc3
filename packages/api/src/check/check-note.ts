import { type CheckNoteInput, CHECK_RULES, type Finding, type Findings, LIMITS } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { withoutFinePairs } from "../looks/open-pairs.ts";
import { requireNote } from "../kit/stored-notes.ts";
import { waitWithoutPlace } from "../kit/wait-without-place.ts";
import { embedSoon } from "../suggestions/embed-soon.ts";
import { dot } from "../suggestions/link-threshold.ts";
import { titleKey } from "../text/analyze.ts";
import { noteWindows, windowText } from "../text/windows.ts";
import { confirmFindings } from "./confirm-findings.ts";
import type { Draft, RuleFinding } from "./draft.ts";
import { findingView } from "./finding-view.ts";
import { nearNotes } from "./near-notes.ts";
import { sharesFewWords } from "./no-support.ts";
import { applyRules, RULE_LEVELS } from "./rules.ts";

/** Returns what to look at before a note is stored, worst first. Stores nothing, and refuses nothing that it finds. */
export async function checkNote(ctx: ServiceContext, input: CheckNoteInput): Promise<Findings> {
  const { id = null, title, content = null, note_type: noteType = null } = input;
  const stored = id === null ? null : await requireNote(ctx, id);
  const isReworded = stored !== null && titleKey(stored.title) !== titleKey(title);
  const text = { id, title, content, noteType };
  const { draft, findings } = await draftFindings(ctx, text, { isReworded, which: "shown" });
  const levelOf = ({ rule }: RuleFinding) => RULE_LEVELS[rule];
  const keptFindings = input.judge ? await confirmFindings(ctx, draft, findings) : findings;
  const views = keptFindings.map((finding) => findingView(finding, levelOf(finding)!, draft));
  return { findings: views.toSorted(worstFirst).slice(0, LIMITS.findings) };
}

/** Returns what rules find about a draft, those that are not shown, too, unless only the shown ones are asked. */
export async function draftFindings(
  ctx: ServiceContext,
  text: Omit<Draft, "support">,
  { isReworded, which = "all" }: { readonly isReworded: boolean; readonly which?: "shown" | "all" },
): Promise<{ readonly draft: Draft; readonly findings: RuleFinding[] }> {
  const embedding = embedDraft(ctx, text);
  const vector = embedding.then((draft) => draft.vector);
  const [near, { support }] = await Promise.all([nearNotes(ctx, text, vector), embedding]);
  const draft = { ...text, support };
  // What a person found fine is no doubt any more, as long as the claim stays.
  const open = text.id === null || isReworded ? near : await withoutFinePairs(ctx, text.id, near, ({ id }) => id);
  return { draft, findings: await applyRules(draft, open, which) };
}

/** Embeds what the rules need, in one call; nulls while the embedder is away. */
async function embedDraft(
  ctx: ServiceContext,
  draft: Pick<Draft, "title" | "content">,
): Promise<{ readonly vector: Float32Array | null; readonly support: number | null }> {
  const { title, content } = draft;
  const [head] = noteWindows(content ?? "");
  const parts = sharesFewWords(draft) ? [title, content!.slice(head!.start, head!.end)] : [];
  const texts = [content === null ? title : windowText({ title, content }, head!), ...parts];
  const vectors = await waitWithoutPlace(ctx, ctx.embedder, embedSoon(ctx, texts, "query"));
  const [vector = null, claim, explanation] = vectors ?? [];
  return { vector, support: claim && explanation ? dot(claim, explanation) : null };
}

function worstFirst(one: Finding, other: Finding): number {
  const place = ({ level, rule }: Finding) =>
    (level === "warning" ? 0 : CHECK_RULES.length) + CHECK_RULES.indexOf(rule);
  return place(one) - place(other);
}
