import { LIMITS, type ListNotesInput, NOTE_STATES, NOTE_TYPES, type NoteState } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import type { DerivedStates } from "../ports/link-store.ts";
import type { NoteSelection, StateSelection } from "../ports/note-store.ts";
import { foldTag } from "../text/analyze.ts";
import type { Choice, SearchFilters } from "../text/search-text.ts";

type Parameters = Pick<ListNotesInput, "note_type" | "tag" | "state">;

/** Which notes of a selection a list is to have, such as those that need review. */
export interface IdChoice {
  /** Whether these are wanted, or all others. */
  readonly areWanted: boolean;
  /** Archived notes among them count as others. */
  readonly ids: ReadonlySet<string>;
}

/** Narrows a selection to the notes of these ids, or to all others. */
export function chooseByIds(selection: NoteSelection, { areWanted, ids }: IdChoice): NoteSelection {
  const { archived, others } = selection.states ?? { archived: true, others: "all" };
  const isSelected = (id: string) =>
    typeof others === "string" ? others === "all" : "only" in others ? others.only.has(id) : !others.except.has(id);
  if (areWanted)
    return { ...selection, states: { archived: false, others: { only: new Set([...ids].filter(isSelected)) } } };
  if (others === "none") return selection;
  const rest =
    typeof others === "string"
      ? { except: ids }
      : "only" in others
        ? { only: others.only.difference(ids) }
        : { except: others.except.union(ids) };
  return { ...selection, states: { archived, others: rest } };
}

/** Converts the parameters of a list into a selection. */
export function selectNotes({ note_type, tag, state }: Parameters, states: DerivedStates): NoteSelection {
  return {
    ...(note_type && { noteTypes: note_type }),
    ...(tag && { tags: tag.map(foldTag) }),
    ...(state && { states: stateSelection(new Set(state), states) }),
  };
}

/** Converts parameters and the filters of a search into a selection: a filter counts like a further parameter. */
export async function selectWithFilters(
  ctx: ServiceContext,
  parameters: Parameters,
  { filters, states }: { readonly filters: SearchFilters; readonly states: DerivedStates },
): Promise<NoteSelection> {
  const { from, before } = filters;
  const [tag, withoutTags] = await Promise.all([
    wholeTags(ctx, filters.tag.include),
    wholeTags(ctx, filters.tag.exclude),
  ]);
  const note_type = chosenValues(NOTE_TYPES, parameters.note_type, filters.type);
  const state = chosenValues(NOTE_STATES, parameters.state, filters.state);
  const hasTags = parameters.tag !== undefined || filters.tag.include.length > 0;
  return {
    ...selectNotes(
      {
        ...(note_type && { note_type }),
        ...(state && { state }),
        ...(hasTags && { tag: [...(parameters.tag ?? []), ...tag] }),
      },
      states,
    ),
    ...(withoutTags.length > 0 && { withoutTags }),
    ...((from ?? before) !== null && {
      time: { ...(from !== null && { from }), ...(before !== null && { before }) },
    }),
  };
}

/** Returns the values that parameter and filter ask for, or all when neither does, without the excluded ones. */
function chosenValues<Value>(
  values: readonly Value[],
  parameter: readonly Value[] | undefined,
  { include, exclude }: Choice<Value>,
): Value[] | null {
  if (parameter === undefined && include.length + exclude.length === 0) return null;
  const names = [...(parameter ?? []), ...include];
  return (names.length === 0 ? values : names).filter((value) => !exclude.includes(value));
}

/** Replaces each beginning of a tag (`bir*`) with the most used tags that begin so. */
async function wholeTags(ctx: ServiceContext, tags: readonly string[]): Promise<string[]> {
  const lists = tags.map(async (tag) =>
    tag.endsWith("*") ? await tagsBeginning(ctx, foldTag(tag.slice(0, -1))) : [tag],
  );
  return (await Promise.all(lists)).flat();
}

async function tagsBeginning(ctx: ServiceContext, beginning: string): Promise<string[]> {
  return await ctx.storage.notes.findTags(ctx.actor.userId, beginning, LIMITS.tagsFound);
}

/** Selects the notes of these states. */
export function stateSelection(wantedStates: ReadonlySet<NoteState>, states: DerivedStates): StateSelection {
  const contestedOnly = new Set([...states.contested].filter((id) => !states.superseded.has(id)));
  const archived = wantedStates.has("archived");
  const idsOfStates = (take: boolean) => [
    ...(wantedStates.has("superseded") === take ? states.superseded : []),
    ...(wantedStates.has("contested") === take ? contestedOnly : []),
  ];
  return {
    archived,
    others: wantedStates.has("active") ? { except: new Set(idsOfStates(false)) } : { only: new Set(idsOfStates(true)) },
  };
}
