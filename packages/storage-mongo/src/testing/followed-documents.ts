import type { NoteStore, NoteWrite, StoredNote } from "@knote/api";
import { noticing } from "./noticing-notes.ts";
import type { KeptModel, VectorDocuments } from "../ports/vector-documents.ts";

/** What the documents store of one note for its vectors. */
interface Followed {
  readonly userId: string;
  readonly dueSince: number;
  note: StoredNote;
  textRevision: number;
  live: boolean;
  readonly due: Set<string>;
  /** By key of a model: the time until which the note is postponed. */
  readonly postponed: Map<string, number>;
  /** By key of a model: the revision of its vectors. */
  readonly settled: Map<string, number>;
}

export interface FollowedDocuments {
  /** The note store, whose writes the documents follow. */
  readonly notes: NoteStore;
  readonly documents: VectorDocuments;
}

/** Implements `VectorDocuments` with plain maps over a note store of the testkit: the least that a database must do. */
export function followDocuments(store: NoteStore): FollowedDocuments {
  const followed = new Map<string, Followed>();
  const removals = new Set<string>();
  const kept: { serving: KeptModel | null; next: KeptModel | null } = { serving: null, next: null };
  const keys = () => [kept.serving, kept.next].flatMap((model) => model?.key ?? []);
  const keyOf = (name: string) => [kept.serving, kept.next].find((model) => model?.name === name)?.key;
  const all = () => [...followed.values()].filter(({ live }) => live);

  function begin(userId: string, { note }: NoteWrite): void {
    const { id, revision } = note;
    const followedNote = { userId, note, dueSince: Date.now(), textRevision: revision, live: true, settled: new Map() };
    followed.set(id, { ...followedNote, due: new Set(keys()), postponed: new Map() });
  }

  function revise({ note }: NoteWrite): void {
    const one = followed.get(note.id)!;
    if (one.note.title !== note.title || one.note.content !== note.content) {
      one.textRevision = note.revision;
      one.postponed.clear();
      for (const key of keys()) one.due.add(key);
    }
    one.note = note;
  }

  function restore(id: string): void {
    const one = followed.get(id)!;
    if (one.live) return;
    one.live = true;
    one.postponed.clear();
    for (const key of keys()) one.due.add(key);
  }

  function settledOf(one: Followed | undefined, userId: string, key: string, revision: number): number | null {
    if (one?.userId !== userId || !one.live || !keys().includes(key)) return null;
    const settled = one.settled.get(key) ?? 0;
    return one.textRevision > revision || settled > revision ? null : settled;
  }

  function dueNotes(model: string): Followed[] {
    const key = keyOf(model);
    return key === undefined ? [] : all().filter(({ due, postponed }) => due.has(key) && !isLater(postponed.get(key)));
  }

  function hide(id: string): void {
    followed.get(id)!.live = false;
  }

  function drop(id: string): void {
    removals.add(id);
    followed.delete(id);
  }

  return {
    notes: noticing(store, { begin, revise, hide, restore, drop }),
    documents: {
      kept: async () => ({ ...kept }),
      async keep(name, role) {
        if (role === "serving") [kept.serving, kept.next] = [known(kept, name), null];
        else kept.next = kept.serving?.name === name ? null : known(kept, name);
        const key = keyOf(name)!;
        for (const { due, settled } of all()) if (!settled.has(key)) due.add(key);
      },
      async renew(name) {
        const key = keyOf(name);
        if (!key) return;
        for (const { due, postponed } of all()) {
          due.add(key);
          postponed.delete(key);
        }
      },
      async making(key) {
        for (const role of ["serving", "next"] as const)
          if (kept[role]?.key === key) kept[role] = { ...kept[role], made: true };
      },
      admit: async (userId, noteId, { key, revision }) => settledOf(followed.get(noteId), userId, key, revision),
      async settle(userId, noteId, { key, revision, complete }) {
        const one = followed.get(noteId);
        if (!one || settledOf(one, userId, key, revision) === null) return false;
        one.settled.set(key, revision);
        one.postponed.delete(key);
        if (complete) one.due.delete(key);
        else one.due.add(key);
        return true;
      },
      async standing(userId, key, noteIds) {
        const own = [...new Set(noteIds)].flatMap((id) => followed.get(id) ?? []);
        return new Map(
          own.filter((one) => one.live && one.userId === userId).map((one) => [one.note.id, stands(one, key)]),
        );
      },
      removals: async (limit) => [...removals].slice(0, limit),
      async removed(noteIds) {
        for (const id of noteIds) removals.delete(id);
      },
      async due(model, limit, after = "") {
        const places = dueNotes(model).map(({ userId, dueSince, note }) => ({
          userId,
          noteId: note.id,
          since: dueSince,
          position: `${userId} ${String(dueSince).padStart(16, "0")} ${note.id}`,
          userPosition: `${userId} ~`,
        }));
        const rest = places.toSorted((one, other) => (one.position < other.position ? -1 : 1));
        return rest.filter(({ position }) => position > after).slice(0, limit);
      },
      async postpone(userId, noteId, { model, revision, forMs }) {
        const [one, key] = [followed.get(noteId), keyOf(model)];
        if (key === undefined || settledOf(one, userId, key, revision) === null || !one!.due.has(key)) return;
        one!.postponed.set(key, Date.now() + forMs);
      },
      async postponed(model) {
        const key = keyOf(model);
        return all().filter(({ postponed }) => key !== undefined && isLater(postponed.get(key))).length;
      },
      async dueSince(model) {
        const times = dueNotes(model).map(({ dueSince }) => dueSince);
        return times.length === 0 ? null : Math.min(...times);
      },
      pending: async (model, userId) =>
        dueNotes(model).filter((one) => userId === undefined || one.userId === userId).length,
    },
  };
}

function known({ serving, next }: { serving: KeptModel | null; next: KeptModel | null }, name: string): KeptModel {
  const model = [serving, next].find((one) => one?.name === name);
  return model ?? { name, key: `m${crypto.randomUUID()}`, made: false };
}

function isLater(until = 0): boolean {
  return until > Date.now();
}

function stands({ textRevision, settled, note }: Followed, key: string) {
  return { leastRevision: Math.max(textRevision, settled.get(key) ?? 0), archived: note.archived };
}
