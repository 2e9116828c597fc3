import type { NoteStore, NoteWrite, StoredNote } from "@knote/api";
import { withNotices } from "./note-notices.ts";
import type { KeptModel, VectorDocuments } from "../ports/vector-documents.ts";

/** What the documents store of one note for its vectors. */
interface FollowedNote {
  readonly userId: string;
  readonly dueSince: number;
  note: StoredNote;
  textRevision: number;
  live: boolean;
  readonly due: Set<string>;
  /** By key of a model: the time until which the note is postponed. */
  readonly postponedUntil: Map<string, number>;
  /** By key of a model: the revision of its vectors. */
  readonly settledRevisions: Map<string, number>;
}

export interface FollowedDocuments {
  /** The note store, whose writes the documents follow. */
  readonly notes: NoteStore;
  readonly documents: VectorDocuments;
}

/** Implements `VectorDocuments` with plain maps over a note store of the testkit: the least that a database must do. */
export function followDocuments(store: NoteStore): FollowedDocuments {
  const followedNotes = new Map<string, FollowedNote>();
  const removals = new Set<string>();
  const keptModels: { serving: KeptModel | null; next: KeptModel | null } = { serving: null, next: null };
  const keys = () => [keptModels.serving, keptModels.next].flatMap((model) => model?.key ?? []);
  const keyOf = (name: string) => [keptModels.serving, keptModels.next].find((model) => model?.name === name)?.key;
  const all = () => [...followedNotes.values()].filter(({ live }) => live);

  function begin(userId: string, { note }: NoteWrite): void {
    const { id, revision } = note;
    const followedNote = {
      userId,
      note,
      dueSince: Date.now(),
      textRevision: revision,
      live: true,
      settledRevisions: new Map(),
    };
    followedNotes.set(id, { ...followedNote, due: new Set(keys()), postponedUntil: new Map() });
  }

  function revise({ note }: NoteWrite): void {
    const one = followedNotes.get(note.id)!;
    if (one.note.title !== note.title || one.note.content !== note.content) {
      one.textRevision = note.revision;
      one.postponedUntil.clear();
      for (const key of keys()) one.due.add(key);
    }
    one.note = note;
  }

  function restore(id: string): void {
    const one = followedNotes.get(id)!;
    if (one.live) return;
    one.live = true;
    one.postponedUntil.clear();
    for (const key of keys()) one.due.add(key);
  }

  function settledOf(one: FollowedNote | undefined, userId: string, key: string, revision: number): number | null {
    if (one?.userId !== userId || !one.live || !keys().includes(key)) return null;
    const settledRevision = one.settledRevisions.get(key) ?? 0;
    return one.textRevision > revision || settledRevision > revision ? null : settledRevision;
  }

  function dueNotes(model: string): FollowedNote[] {
    const key = keyOf(model);
    return key === undefined
      ? []
      : all().filter(({ due, postponedUntil }) => due.has(key) && !isLater(postponedUntil.get(key)));
  }

  function hide(id: string): void {
    followedNotes.get(id)!.live = false;
  }

  function drop(id: string): void {
    removals.add(id);
    followedNotes.delete(id);
  }

  return {
    notes: withNotices(store, { begin, revise, hide, restore, drop }),
    documents: {
      keptModels: async () => ({ ...keptModels }),
      async keep(name, role) {
        if (role === "serving") [keptModels.serving, keptModels.next] = [keptOrNew(keptModels, name), null];
        else keptModels.next = keptModels.serving?.name === name ? null : keptOrNew(keptModels, name);
        const key = keyOf(name)!;
        for (const { due, settledRevisions } of all()) if (!settledRevisions.has(key)) due.add(key);
      },
      async renew(name) {
        const key = keyOf(name);
        if (!key) return;
        for (const { due, postponedUntil } of all()) {
          due.add(key);
          postponedUntil.delete(key);
        }
      },
      async markCreating(key) {
        for (const role of ["serving", "next"] as const)
          if (keptModels[role]?.key === key) keptModels[role] = { ...keptModels[role], wasCreated: true };
      },
      admit: async (userId, noteId, { key, revision }) => settledOf(followedNotes.get(noteId), userId, key, revision),
      async settle(userId, noteId, { key, revision, complete }) {
        const one = followedNotes.get(noteId);
        if (!one || settledOf(one, userId, key, revision) === null) return false;
        one.settledRevisions.set(key, revision);
        one.postponedUntil.delete(key);
        if (complete) one.due.delete(key);
        else one.due.add(key);
        return true;
      },
      async standing(userId, key, noteIds) {
        const own = [...new Set(noteIds)].flatMap((id) => followedNotes.get(id) ?? []);
        return new Map(
          own.filter((one) => one.live && one.userId === userId).map((one) => [one.note.id, stands(one, key)]),
        );
      },
      removals: async (limit) => [...removals].slice(0, limit),
      async confirmRemoved(noteIds) {
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
        const [one, key] = [followedNotes.get(noteId), keyOf(model)];
        if (key === undefined || settledOf(one, userId, key, revision) === null || !one!.due.has(key)) return;
        one!.postponedUntil.set(key, Date.now() + forMs);
      },
      async countPostponed(model) {
        const key = keyOf(model);
        return all().filter(({ postponedUntil }) => key !== undefined && isLater(postponedUntil.get(key))).length;
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

function keptOrNew({ serving, next }: { serving: KeptModel | null; next: KeptModel | null }, name: string): KeptModel {
  const model = [serving, next].find((one) => one?.name === name);
  return model ?? { name, key: `m${crypto.randomUUID()}`, wasCreated: false };
}

function isLater(until = 0): boolean {
  return until > Date.now();
}

function stands({ textRevision, settledRevisions, note }: FollowedNote, key: string) {
  const leastRevision = Math.max(textRevision, settledRevisions.get(key) ?? 0);
  return { leastRevision, archived: note.archived, createdAt: note.created_at };
}
