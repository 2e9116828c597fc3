import type { Link } from "@knote/contract";
import type { StoredNote } from "../ports/note-store.ts";
import file from "./demo-content.json" with { type: "json" };
import { demoId } from "./demo-id.ts";
import type { DemoContent, NoteDraft } from "./note-draft.ts";

// Safe because the tests check the file against a schema.
const { notes, links } = file as unknown as DemoContent;

const BY_SLUG: ReadonlyMap<string, StoredNote> = new Map(
  Object.entries(notes).map(([slug, draft]) => [slug, noteOf(slug, draft)]),
);

/** The built-in demo graph: a year of someone's notes on learning, sleep, attention and a small program. */
export const DEMO_NOTES: readonly StoredNote[] = [...BY_SLUG.values()];

export const DEMO_LINKS: readonly Link[] = links.map(([source, relation, target], place) =>
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
    claimed_at: created_at,
    revision: 1,
  };
}

/** Dates a link just after the younger of its notes; the seconds make the times of links distinct. */
function linkOf(source: StoredNote, relation: Link["relation"], target: StoredNote, place: number): Link {
  const younger = Math.max(Date.parse(source.created_at), Date.parse(target.created_at));
  const created_at = new Date(younger + (60 + place) * 1_000).toISOString();
  return { source_id: source.id, target_id: target.id, relation, created_at };
}
