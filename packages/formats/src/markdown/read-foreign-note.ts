import { LIMITS } from "@knote/contract";
import type { FoundNote, Problem, Reference } from "../graph/found-note.ts";
import { findFields, findRelationLines } from "../references/find-fields.ts";
import { findLinks } from "../references/find-links.ts";
import { foldRelation, type RelationNames } from "../references/relation-names.ts";
import { isNoteType, isTime } from "./note-properties.ts";
import { linksInValue, nameOfPath, propertyReferences, textReferences, type ParsedFile } from "./text-file.ts";
import { isNameOf } from "./is-name-of.ts";

/** Not preceded by a sign: `a#b` is no tag. */
const INLINE_TAG = /(?<!\S)#([^\s#.,;:!?()[\]{}'"`*<>|\\^~&%$@=+]+)/gu;
const FIRST_HEADING = /^#[ \t]+(\S.*?)(?:[ \t]+#+)?[ \t]*(?:\r?\n|$)/;
const LAST_MOMENT = Date.parse("9999-12-31T23:59:59.999Z");
const TYPE_NAMES = ["type", "note_type"];
const TIME_NAMES = ["created", "created_at", "date"];

/** Reads a file by the customs that tools for Markdown share. */
export function readForeignNote(
  file: ParsedFile,
  relations: RelationNames,
): { readonly note: FoundNote; readonly problems: readonly Problem[] } {
  const { path, values, body, visible } = file;
  const problems: Problem[] = [];
  const report = (kind: Problem["kind"], detail: string) => void problems.push({ kind, place: path, detail });
  const name = nameOfPath(path);
  const { title: longTitle, content: rest } = titleOf(values.get("title"), name, body);
  const { title, content } = withShortTitle(longTitle, rest, report);
  const type = TYPE_NAMES.map((key) => values.get(key)).find((value) => value !== undefined && value !== null);
  const importance = values.get("importance");
  const created_at = timeOf(values, file.time, report);
  return {
    note: {
      key: path,
      isOwn: false,
      path,
      names: [title, ...["aliases", "alias", "permalink"].flatMap((key) => textsOf(values.get(key)))],
      title,
      content,
      ...(isNoteType(type) ? { note_type: type } : typeof type === "string" && { foreignType: type.slice(0, 60) }),
      tags: tagsOf(values, visible ?? "", report),
      ...(typeof importance === "number" && importance >= 0 && importance <= 1 && { importance }),
      ...(values.get("archived") === true && { archived: true }),
      ...(created_at !== undefined && { created_at }),
      references: referencesOf(values, visible ?? "", relations),
      notLinked: [],
    },
    problems,
  };
}

export type Report = (kind: Problem["kind"], detail: string) => void;

/** Cuts a long title at a word and puts the whole of it before the text. */
export function withShortTitle(title: string, content: string, report: Report): { title: string; content: string } {
  const signs = [...title];
  if (signs.length <= LIMITS.titleLength) return { title, content };
  report("title", "The title was cut; the whole of it stands in the text.");
  const head = signs.slice(0, LIMITS.titleLength - 1).join("");
  const atWord = /^[^]*\S(?=\s+\S*$)/u.exec(head)?.[0] ?? head;
  return { title: `${atWord}…`, content: `${title}\n\n${content}`.trim() };
}

/** Returns tags as Knote takes them: without a sign in front, each once, as many as a note can have. */
export function fittingTags(foundTags: readonly string[], report: Report): string[] {
  const tags = new Map<string, string>();
  for (const one of foundTags) {
    const tag = one.trim().replace(/^#/, "").trim();
    if (tag === "") continue;
    if ([...tag].length > LIMITS.tagLength) report("tags", `The tag ${tag.slice(0, 40)}… is too long.`);
    else if (!tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag);
  }
  const all = [...tags.values()];
  if (all.length > LIMITS.tags) report("tags", `${all.length - LIMITS.tags} of ${all.length} tags were left out.`);
  return all.slice(0, LIMITS.tags);
}

function titleOf(titleProperty: unknown, name: string, body: string): { title: string; content: string } {
  const title =
    typeof titleProperty === "string" || typeof titleProperty === "number" ? String(titleProperty).trim() : "";
  if (title !== "") return { title, content: body };
  const heading = FIRST_HEADING.exec(body);
  if (heading === null || !isNameOf(name, heading[1]!)) return { title: name.trim() || "Untitled", content: body };
  return { title: heading[1]!, content: body.slice(heading[0].length).trim() };
}

function tagsOf(values: ReadonlyMap<string, unknown>, visible: string, report: Report): string[] {
  const listedTags = ["tags", "tag"].flatMap((key) => {
    const value = values.get(key);
    if (typeof value !== "string") return textsOf(value);
    return value.split(value.includes(",") ? "," : /\s+/);
  });
  return fittingTags([...listedTags, ...inlineTags(visible)], report);
}

function inlineTags(visible: string): string[] {
  if (!visible.includes("#")) return [];
  return [...visible.matchAll(INLINE_TAG)].map((match) => match[1]!).filter((tag) => /\D/.test(tag));
}

/** Takes the first of the properties that holds a time, else the file's own. */
function timeOf(values: ReadonlyMap<string, unknown>, fileTime: string | undefined, report: Report) {
  const time = TIME_NAMES.map((key) => values.get(key)).find(isTime) ?? fileTime;
  return time === undefined ? undefined : storedTime(time, report);
}

/**
 * Returns a time as Knote stores it, given a text, without a zone in UTC, or milliseconds since the epoch; undefined,
 * with a problem, when it is none from 1970 to 9999.
 */
export function storedTime(time: string | number, report: Report): string | undefined {
  const moment = typeof time === "number" ? time : momentOf(time);
  if (moment >= 0 && moment <= LAST_MOMENT) return new Date(moment).toISOString();
  report("time", `${time} is no time from 1970 on.`);
  return undefined;
}

function momentOf(time: string): number {
  const hasZone = /^\d{4}-\d{2}-\d{2}$|(?:Z|[+-]\d{2}:?\d{2})$/i.test(time.slice(10) === "" ? time : time.slice(10));
  return Date.parse(hasZone || time.length === 10 ? time : `${time.replace(" ", "T")}Z`);
}

function referencesOf(values: ReadonlyMap<string, unknown>, visible: string, relations: RelationNames): Reference[] {
  const namedLinks = [...findFields(visible), ...findRelationLines(visible)].flatMap(({ name, value }) => {
    const relation = relations.get(foldRelation(name));
    return relation === undefined ? [] : findLinks(value).map((link) => ({ ...link, ...relation }));
  });
  const otherLinks = [...values].flatMap(([name, value]) =>
    isPlainProperty(name, relations) ? linksInValue(value) : [],
  );
  return [
    ...propertyReferences(values, relations),
    ...namedLinks,
    ...textReferences([...findLinks(visible), ...otherLinks]),
  ];
}

/** Links in other properties count as links in the text do. */
function isPlainProperty(name: string, relations: RelationNames): boolean {
  return !relations.has(foldRelation(name));
}

function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
}
