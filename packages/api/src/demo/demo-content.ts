import type { Link } from "@knote/contract";
import type { StoredNote } from "../ports/note-store.ts";
import { ATTENTION_AND_HABITS } from "./content/attention-and-habits.ts";
import { LEARNING } from "./content/learning.ts";
import { LINKS } from "./content/links.ts";
import { NOTE_TAKING } from "./content/note-taking.ts";
import { SLEEP_AND_COFFEE } from "./content/sleep-and-coffee.ts";
import { SMALL_PROJECT } from "./content/small-project.ts";
import { demoId } from "./demo-id.ts";
import type { NoteDraft, NoteDrafts } from "./note-draft.ts";

const DRAFTS: NoteDrafts = {
  ...LEARNING,
  ...SLEEP_AND_COFFEE,
  ...ATTENTION_AND_HABITS,
  ...NOTE_TAKING,
  ...SMALL_PROJECT,
};

const BY_SLUG: ReadonlyMap<string, StoredNote> = new Map(
  Object.entries(DRAFTS).map(([slug, draft]) => [slug, noteOf(slug, draft)]),
);

/** The built-in demo graph: a year of someone's notes on learning, sleep, attention and a small program. */
export const DEMO_NOTES: readonly StoredNote[] = [...BY_SLUG.values()];

export const DEMO_LINKS: readonly Link[] = LINKS.map(([source, relation, target], place) =>
  linkOf(BY_SLUG.get(source)!, relation, BY_SLUG.get(target)!, place),
);

function noteOf(slug: string, { at, type, title, content, tags, importance }: NoteDraft): StoredNote {
  const created_at = `${at}:00.000Z`;
  return {
    id: demoId(created_at, slug),
    title,
    content,
    note_type: type,
    tags,
    importance,
    archived: false,
    created_at,
    updated_at: created_at,
    revision: 1,
  };
}

/** Made a moment after the younger of its notes; seconds tell the links of one note apart. */
function linkOf(source: StoredNote, relation: Link["relation"], target: StoredNote, place: number): Link {
  const younger = Math.max(Date.parse(source.created_at), Date.parse(target.created_at));
  const created_at = new Date(younger + (60 + place) * 1_000).toISOString();
  return { source_id: source.id, target_id: target.id, relation, created_at };
}
