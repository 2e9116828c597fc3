import type { NoteType } from "@knote/contract";
import { expect } from "vitest";
import { linkKey, liveIds, type KeptLink, type Person } from "./person.ts";
import { sharedNote, someNote } from "./texts.ts";
import { type Action, someForeignId, someOwnId, type Turn } from "./turn.ts";

const MOST_NOTES = 40;
const KEYS = 20;

interface Line {
  readonly input: object;
  judge(me: Person, result: { readonly status: string; readonly id?: string }): void;
}

/** Imports notes and links with own keys, keys that others use too, and ids and keys of others' notes. */
export const importLines: Action = async (turn) => {
  const { random, visitor, me, others, canaries, coveredDoors } = turn;
  if (liveIds(me).length >= MOST_NOTES) return;
  const [own, sharedNumber, theirs] = [random.below(KEYS), random.below(KEYS), random.below(KEYS)];
  const key = `${visitor.canary}-${own}`;
  const foreignKey = `${canaries.get(random.pick(others)!.userId)}-${theirs}`;
  const lines = [
    noteLine({ ...someNote(random, visitor.canary), key }),
    noteLine({ ...sharedNote(sharedNumber), key: `shared-${sharedNumber}` }),
    refusedLink(key, foreignKey),
    refusedLink(foreignKey, key),
    refusedLink(key, someForeignId(turn) ?? foreignKey),
    ...ownLinks(turn),
  ];
  const answer = await visitor.sendWire({
    method: "POST",
    path: "/api/workspace/import",
    headers: { "Content-Type": "application/x-ndjson" },
    body: lines.map(({ input }) => `${JSON.stringify(input)}\n`).join(""),
  });
  coveredDoors.add("POST /api/workspace/import");
  expect(answer.status).toBe(200);
  const results = answer.text.trimEnd().split("\n").slice(0, -1);
  expect(results).toHaveLength(lines.length);
  for (const result of results.map((text) => JSON.parse(text))) lines[result.line - 1]!.judge(me, result);
};

function noteLine(note: { readonly key: string; readonly title: string; readonly note_type: NoteType }): Line {
  return {
    input: { note },
    judge(me, { status, id }) {
      if (status === "exists") return expect(me.idsByKey.get(note.key)).toBe(id);
      expect(status).toBe("created");
      me.idsByKey.set(note.key, id!);
      me.ids.push(id!);
      me.notes.set(id!, { title: note.title, type: note.note_type, isDeleted: false });
    },
  };
}

function refusedLink(source: string, target: string): Line {
  return {
    input: { link: { source, target, relation: "extends" } },
    judge: (_me, { status }) => expect(status).toBe("error"),
  };
}

function ownLinks(turn: Turn): Line[] {
  const [source_id, target_id] = [someOwnId(turn), someOwnId(turn)];
  if (source_id === undefined || target_id === undefined || source_id === target_id) return [];
  const link: KeptLink = { source_id, target_id, relation: "extends" };
  return [
    {
      input: { link: { source: source_id, target: target_id, relation: link.relation } },
      judge(me, { status }) {
        if (status === "linked") me.links.set(linkKey(link), link);
      },
    },
  ];
}
