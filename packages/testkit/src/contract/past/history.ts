import { NOTE_TYPES, RELATIONS, type Link } from "@knote/contract";
import type { Storage } from "@knote/api";
import * as fc from "fast-check";
import { freshId, freshUserId } from "../../builders/fresh-id.ts";
import { testClock } from "../../builders/test-clock.ts";
import { type Caller, testUser } from "../../callers/test-user.ts";
import { testServices } from "../../fakes/test-services.ts";

type Ends = Omit<Link, "created_at">;

/** A write as a caller sends it. */
export type Write =
  | { readonly kind: "create"; readonly id: string; readonly value: number }
  | { readonly kind: "update"; readonly id: string; readonly fields: object }
  | { readonly kind: "delete"; readonly id: string; readonly purge: boolean }
  | { readonly kind: "restore"; readonly id: string }
  | { readonly kind: "link" | "unlink"; readonly link: Ends }
  | { readonly kind: "replace"; readonly from: Ends; readonly to: Ends };

/** Drawn numbers that become a write once it is known which notes and links there are. */
export interface Step {
  readonly act: (typeof ACTS)[number];
  readonly one: number;
  readonly other: number;
  readonly value: number;
}

const ACTS = [
  ...["create", "create", "update", "update", "update", "archive", "unarchive"],
  ...["delete", "restore", "purge", "link", "link", "link", "link", "unlink", "unlink", "replace"],
] as const;

export const steps = (length: number) =>
  fc.array(fc.record({ act: fc.constantFrom(...ACTS), one: fc.nat(999), other: fc.nat(999), value: fc.nat(999) }), {
    minLength: length,
    maxLength: length,
  });

const START = Date.parse("2026-03-01T12:00:00.000Z");
const STEP_MS = 1_000;

/** Returns the time of a step. */
export function momentOf(step: number): string {
  return new Date(START + step * STEP_MS).toISOString();
}

/** A user whose every write has a time of its own. */
export interface Writer {
  readonly api: Caller;
  /** Carries out the write at the time of the step. Returns false when it was refused. */
  write(step: number, write: Write): Promise<boolean>;
  /** Lets some time pass, so that the last write is in the past. */
  wait(): void;
}

export function createWriter(storage: Storage): Writer {
  const clock = testClock(START);
  let id = freshId();
  const { api } = testUser(testServices({ storage, clock, newId: () => id }), { userId: freshUserId() });

  async function run(write: Write): Promise<unknown> {
    switch (write.kind) {
      case "create":
        ({ id } = write);
        return await api.notes.create({ ...fieldsOf(write.value), content: `Written ${write.value}` });
      case "update":
        return await api.notes.update({ id: write.id, ...write.fields });
      case "delete":
        return await api.notes.delete({ id: write.id, purge: write.purge });
      case "restore":
        return await api.notes.restore({ id: write.id });
      case "link":
        return await api.links.create(write.link);
      case "unlink":
        return await api.links.delete(write.link);
      case "replace":
        return await api.links.replace({ from: write.from, to: write.to });
    }
  }

  return {
    api,
    wait: () => clock.advance(STEP_MS),
    async write(step, write) {
      clock.set(momentOf(step));
      try {
        await run(write);
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** Makes a write of a step, given all notes and links that were ever made. */
export function writeOf(
  { act, one, other, value }: Step,
  { ids, links }: { readonly ids: readonly string[]; readonly links: readonly Ends[] },
  moment: string,
): Write {
  const id = ids[one % ids.length];
  const otherId = ids[other % ids.length];
  const link = links[one % links.length];
  if (id === undefined || otherId === undefined || act === "create")
    return { kind: "create", id: freshId(Date.parse(moment)), value };
  const ends = { source_id: id, target_id: otherId, relation: RELATIONS[value % RELATIONS.length]! };
  switch (act) {
    case "update":
      return { kind: "update", id, fields: [fieldsOf(value), { content: `Changed ${value}` }][other % 2]! };
    case "archive":
    case "unarchive":
      return { kind: "update", id, fields: { state: act === "archive" ? "archived" : "active" } };
    case "delete":
    case "purge":
      return { kind: "delete", id, purge: act === "purge" && value % 3 === 0 };
    case "restore":
      return { kind: "restore", id };
    case "unlink":
    case "replace": {
      if (link === undefined) return { kind: "link", link: ends };
      const to = { ...link, relation: ends.relation };
      return act === "unlink" ? { kind: "unlink", link } : { kind: "replace", from: link, to };
    }
    default:
      // Some links are made again, and some the other way round.
      return { kind: "link", link: value % 4 === 0 && link ? turnAround(link, value) : ends };
  }
}

/** Returns the notes that a write names. */
export function idsOf(write: Write): string[] {
  if ("id" in write) return [write.id];
  const { source_id, target_id } = "link" in write ? write.link : write.from;
  return [source_id, target_id];
}

function turnAround({ source_id, target_id, relation }: Ends, value: number): Ends {
  return value % 8 === 0
    ? { source_id: target_id, target_id: source_id, relation }
    : { source_id, target_id, relation };
}

function fieldsOf(value: number) {
  return {
    title: ["Owls hunt at night", "owls hunt, at night", "Bats hunt at dusk", "Moths fly"][value % 4]!,
    note_type: NOTE_TYPES[value % 3]!,
    tags: [["birds"], ["mammals"], []][value % 3]!,
  };
}
