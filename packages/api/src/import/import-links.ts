import { CreateLinkInput, type ImportLink, type ImportResult, type Link } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { DomainError } from "../errors.ts";
import { getNotes } from "../kit/stored-notes.ts";
import { insertWithoutCycle } from "../links/create-link.ts";
import type { StoredNote } from "../ports/note-store.ts";
import { timestamp } from "../time.ts";
import { INVALID_LINE, refusedLine, type Refusal } from "./import-entry.ts";

export interface LinkEntry {
  readonly line: number;
  readonly link: ImportLink;
}

interface FoundLink {
  readonly line: number;
  readonly link: Link;
}

type Outcome = Awaited<ReturnType<ServiceContext["storage"]["links"]["insertMany"]>>[number];

/** Stores new links. `createdKeys`: keys of notes created in this batch, by line; a link sees only earlier lines. */
export async function importLinks(
  ctx: ServiceContext,
  lines: readonly LinkEntry[],
  createdKeys: ReadonlyMap<string, number>,
): Promise<ImportResult[]> {
  if (lines.length === 0) return [];
  const names = lines.flatMap(({ link: { source, target } }) => [source, target]);
  const ids = await ctx.storage.notes.findByKeysOrIds(ctx.actor.userId, names);
  const timedEnds = lines.flatMap(({ link: { source, target, created_at } }) =>
    created_at === undefined ? [] : [source, target].flatMap((name) => ids.get(name) ?? []),
  );
  const notes = await getNotes(ctx, timedEnds);
  const now = timestamp(ctx);
  const results: ImportResult[] = [];
  const foundLinks: FoundLink[] = [];
  for (const { line, link } of lines) {
    const idOf = (name: string) => ((createdKeys.get(name) ?? 0) > line ? undefined : ids.get(name));
    const ends = linkEnds(link, idOf);
    const timedLink = "detail" in ends ? ends : withTime(ends, { given: link.created_at, now, notes });
    if ("detail" in timedLink) results.push(refusedLine(line, timedLink));
    else foundLinks.push({ line, link: timedLink });
  }
  return [...results, ...(await storeLinks(ctx, foundLinks))];
}

function linkEnds({ source, target, relation }: ImportLink, idOf: (name: string) => string | undefined) {
  const [source_id, target_id] = [idOf(source), idOf(target)];
  if (source_id === undefined) return unknownEnd("source");
  if (target_id === undefined) return unknownEnd("target");
  const parseResult = CreateLinkInput.safeParse({ source_id, target_id, relation });
  return parseResult.success ? parseResult.data : invalidEnd("target", parseResult.error.issues[0]!.message);
}

interface LinkTime {
  readonly given: string | undefined;
  readonly now: string;
  /** The ends of links with a given time, by id. */
  readonly notes: ReadonlyMap<string, StoredNote>;
}

/** Refuses a time in the future, or before the link's notes were written. */
function withTime(ends: CreateLinkInput, { given, now, notes }: LinkTime): Link | Refusal {
  if (given === undefined) return { ...ends, created_at: now };
  if (given > now) return invalidTime("created_at must not be in the future.");
  const isEarly = [ends.source_id, ends.target_id].some((id) => given < (notes.get(id)?.created_at ?? ""));
  return isEarly
    ? invalidTime("created_at must not be before either note was written.")
    : { ...ends, created_at: given };
}

function invalidTime(message: string): Refusal {
  return { detail: INVALID_LINE, issues: [{ path: "link.created_at", message }] };
}

/** Stores supersessions one by one, as only they can close a cycle, and all other links in one write. */
async function storeLinks(ctx: ServiceContext, foundLinks: readonly FoundLink[]): Promise<ImportResult[]> {
  const [supersessions, plain] = [
    foundLinks.filter(isSupersession),
    foundLinks.filter((link) => !isSupersession(link)),
  ];
  const outcomes =
    plain.length === 0
      ? []
      : await ctx.storage.links.insertMany(
          ctx.actor.userId,
          plain.map(({ link }) => link),
        );
  const results = plain.map(({ line }, index) => resultOf(line, outcomes[index]!));
  for (const { line, link } of supersessions) results.push(resultOf(line, await supersede(ctx, link)));
  return results;
}

async function supersede(ctx: ServiceContext, link: Link): Promise<Outcome | Refusal> {
  try {
    await insertWithoutCycle(ctx, link);
    return "created";
  } catch (error) {
    if (!DomainError.is(error)) throw error;
    if (error.code === "NOT_FOUND") return "unknown-end";
    if (error.code !== "CONFLICT") throw error;
    const earlier = await ctx.storage.links.get(ctx.actor.userId, link);
    return earlier === null ? { detail: error.message } : "exists";
  }
}

function resultOf(line: number, outcome: Outcome | Refusal): ImportResult {
  if (outcome === "created") return { line, status: "linked" };
  if (outcome === "exists") return { line, status: "exists" };
  return refusedLine(line, outcome === "unknown-end" ? { detail: "Note not found." } : outcome);
}

function isSupersession({ link }: FoundLink): boolean {
  return link.relation === "supersedes";
}

function unknownEnd(name: "source" | "target"): Refusal {
  return invalidEnd(name, `${name} is no note of an earlier line or an earlier import.`, "Note not found.");
}

function invalidEnd(name: "source" | "target", message: string, detail = message): Refusal {
  return { detail, issues: [{ path: `link.${name}`, message }] };
}
