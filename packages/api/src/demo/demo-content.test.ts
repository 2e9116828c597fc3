import { CreateLinkInput, CreateNoteInput, LIMITS, NOTE_TYPES, RELATIONS } from "@knote/contract";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { linkKey } from "../ports/link-store.ts";
import file from "./demo-content.json" with { type: "json" };
import { DEMO_LINKS, DEMO_NOTES } from "./demo-content.ts";
import { demoGraph } from "./demo-graph.ts";

const NOTES = new Map(DEMO_NOTES.map((note) => [note.id, note]));

const Slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);
const Draft = z.strictObject({
  at: z.iso.datetime({ local: true, precision: -1 }),
  type: z.enum(NOTE_TYPES),
  title: z.string().min(1).max(LIMITS.titleLength),
  content: z.string().min(1).max(LIMITS.contentLength),
  tags: z.array(z.string().min(1).max(LIMITS.tagLength)).min(1),
  importance: z.number().min(0).max(1),
});
const Content = z.strictObject({
  notes: z.record(Slug, Draft),
  links: z.array(z.tuple([Slug, z.enum(RELATIONS), Slug])),
});

describe("the file of the demo", () => {
  it("contains only notes and links between them", () => {
    const { notes, links } = Content.parse(file);
    const ends = links.flatMap(([source, , target]) => [source, target]);
    expect(ends.filter((slug) => !Object.hasOwn(notes, slug))).toEqual([]);
  });

  it.each([
    ["an unknown type", { type: "rumour" }],
    ["a time without its day", { at: "08:14" }],
    ["no tag", { tags: [] }],
    ["a field that no note has", { state: "active" }],
  ])("must not contain a note with %s", (_, change) => {
    const [[slug, note] = []] = Object.entries(file.notes);
    expect(Content.safeParse({ notes: { [slug!]: { ...note, ...change } }, links: [] }).success).toBe(false);
  });
});

describe("demo notes", () => {
  it("are about sixty", () => {
    expect(DEMO_NOTES.length).toBeGreaterThanOrEqual(55);
    expect(DEMO_NOTES.length).toBeLessThanOrEqual(70);
  });

  it.each(DEMO_NOTES.map((note) => [note.title, note] as const))("would be accepted as written: %s", (_, note) => {
    const { title, content, note_type, importance } = note;
    const input = { title, content, note_type, importance, tags: [...note.tags] };
    expect(CreateNoteInput.parse(input)).toEqual(input);
    expect(note.tags).not.toEqual([]);
  });

  it("carry a lower-case UUIDv7 of their creation, each its own", () => {
    for (const { id, created_at } of DEMO_NOTES) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16)).toBe(Date.parse(created_at));
    }
    expect(NOTES.size).toBe(DEMO_NOTES.length);
  });

  it("spread over months of 2025, no two at one moment", () => {
    const times = DEMO_NOTES.map((note) => new Date(note.created_at).toISOString());
    expect(times).toEqual(DEMO_NOTES.map((note) => note.created_at));
    expect(new Set(times).size).toBe(times.length);
    expect(new Set(times.map((time) => time.slice(0, 7))).size).toBeGreaterThanOrEqual(9);
    expect(times.every((time) => time.startsWith("2025-"))).toBe(true);
  });

  it("say each thing once", () => {
    const lowerCaseSet = (texts: readonly string[]) => new Set(texts.map((text) => text.toLowerCase()));
    expect(lowerCaseSet(DEMO_NOTES.map((note) => note.title)).size).toBe(DEMO_NOTES.length);
    expect(lowerCaseSet(DEMO_NOTES.map((note) => note.content)).size).toBe(DEMO_NOTES.length);
  });

  it("show every type, and weights from low to high", () => {
    expect(new Set(DEMO_NOTES.map((note) => note.note_type))).toEqual(new Set(NOTE_TYPES));
    const weights = DEMO_NOTES.map((note) => note.importance);
    expect(Math.min(...weights)).toBeLessThanOrEqual(0.2);
    expect(Math.max(...weights)).toBe(1);
    expect(new Set(weights).size).toBeGreaterThanOrEqual(10);
  });
});

describe("demo links", () => {
  it("are about ninety, of every relation, none twice", () => {
    expect(DEMO_LINKS.length).toBeGreaterThanOrEqual(80);
    expect(DEMO_LINKS.length).toBeLessThanOrEqual(100);
    expect(new Set(DEMO_LINKS.map((link) => link.relation))).toEqual(new Set(RELATIONS));
    expect(new Set(DEMO_LINKS.map(linkKey)).size).toBe(DEMO_LINKS.length);
  });

  it("join two different demo notes each, and leave none alone", () => {
    for (const link of DEMO_LINKS) {
      expect(CreateLinkInput.safeParse(link).success).toBe(true);
      expect(NOTES.has(link.source_id) && NOTES.has(link.target_id)).toBe(true);
    }
    const linkedIds = new Set(DEMO_LINKS.flatMap((link) => [link.source_id, link.target_id]));
    expect(DEMO_NOTES.filter((note) => !linkedIds.has(note.id)).map((note) => note.title)).toEqual([]);
  });

  it("are younger than both ends", () => {
    for (const link of DEMO_LINKS) {
      for (const id of [link.source_id, link.target_id]) expect(link.created_at > NOTES.get(id)!.created_at).toBe(true);
    }
  });

  it("point from newer to older notes where the relation requires it", () => {
    for (const { source_id, target_id, relation } of DEMO_LINKS) {
      if (relation === "relates_to") continue;
      const [source, target] = [NOTES.get(source_id)!, NOTES.get(target_id)!];
      expect(source.created_at > target.created_at, `${source.title} ${relation} ${target.title}`).toBe(true);
    }
  });

  it("derive each synthesis from several notes", () => {
    for (const note of DEMO_NOTES.filter((one) => one.note_type === "synthesis")) {
      const from = DEMO_LINKS.filter((link) => link.source_id === note.id && link.relation === "derived_from");
      expect(from.length, note.title).toBeGreaterThanOrEqual(3);
    }
  });
});

describe("demo graph", () => {
  it("shows active, contested and superseded notes", async () => {
    const states = Map.groupBy((await demoGraph()).notes, (note) => note.state);
    expect(states.get("active")!.length).toBeGreaterThan(30);
    expect(states.get("contested")!.length).toBeGreaterThanOrEqual(5);
    expect(states.get("superseded")!.length).toBeGreaterThanOrEqual(5);
  });

  it("holds chains in which a newer claim was itself replaced", () => {
    const supersedes = DEMO_LINKS.filter((link) => link.relation === "supersedes");
    const replacedIds = new Set(supersedes.map((link) => link.target_id));
    expect(supersedes.filter((link) => replacedIds.has(link.source_id)).length).toBeGreaterThanOrEqual(2);
  });

  it("has the documented fields only", async () => {
    const { notes, links } = await demoGraph();
    const noteFields = ["content", "created_at", "id", "importance", "note_type", "state", "tags", "title"];
    for (const note of notes) expect(Object.keys(note).toSorted()).toEqual(noteFields);
    for (const link of links)
      expect(Object.keys(link).toSorted()).toEqual(["created_at", "relation", "source_id", "target_id"]);
  });
});
