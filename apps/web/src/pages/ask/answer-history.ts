import type { Answer, GroundedSource, Quota, Source } from "@knote/contract";
import { createListeners } from "../../kit/listeners.ts";

/** A source at the time of its answer; answers stored by an earlier release lack some fields. */
export type KeptSource = Source & Partial<GroundedSource>;

/** An answer as stored in this browser. */
export interface KeptAnswer extends Answer {
  readonly sources: KeptSource[];
  readonly question: string;
  /** ISO 8601. */
  readonly askedAt: string;
  /** Whether the capable model answered, whose answers have their own limit; absent when unknown. */
  readonly capable?: boolean;
  /** Whether the question called for the capable model when none of its answers were left. */
  readonly fellBack?: boolean;
  /** The usage of the month including this answer; absent when unknown. */
  readonly quota?: Quota;
}

export interface AnswerHistory {
  /** Newest first. */
  readonly list: readonly KeptAnswer[];
  find(question: string): KeptAnswer | null;
  /** Stores the answer, replacing an earlier one to the same question. */
  keep(answer: KeptAnswer): void;
  forget(question: string): void;
  clear(): void;
  subscribe(listener: () => void): () => void;
}

const KEY = "knote.answers";
const MOST_KEPT = 50;
const MOST_CHARACTERS = 400_000;

/**
 * Creates the history of questions and answers, stored only in this browser; signing out deletes it. Without a storage
 * it lasts as long as the page: answers about the past are no answers of now.
 */
export function createAnswerHistory(storage: Storage | null): AnswerHistory {
  const listeners = createListeners();
  let list = storage ? read(storage) : [];

  function setList(next: readonly KeptAnswer[]): void {
    list = limitSize(next);
    if (storage) write(storage, list);
    listeners.notify();
  }
  const without = (question: string) => list.filter((entry) => entry.question !== question);

  return {
    get list() {
      return list;
    },
    find: (question) => list.find((entry) => entry.question === question) ?? null,
    keep: (answer) => setList([answer, ...without(answer.question)]),
    forget: (question) => setList(without(question)),
    clear: () => setList([]),
    subscribe(listener) {
      const onStorage = ({ key }: StorageEvent): void => {
        if (!storage || (key !== null && key !== KEY)) return;
        list = read(storage);
        listener();
      };
      const leave = listeners.add(listener);
      globalThis.addEventListener?.("storage", onStorage);
      return () => {
        leave();
        globalThis.removeEventListener?.("storage", onStorage);
      };
    },
  };
}

function limitSize(list: readonly KeptAnswer[]): readonly KeptAnswer[] {
  let characters = 0;
  return list.slice(0, MOST_KEPT).filter(({ question, answer, sources }) => {
    const snippets = sources.reduce((sum, { snippet = "" }) => sum + snippet.length, 0);
    characters += question.length + answer.length + snippets;
    return characters <= MOST_CHARACTERS;
  });
}

function read(storage: Storage): readonly KeptAnswer[] {
  try {
    const storedList: unknown = JSON.parse(storage.getItem(KEY) ?? "[]");
    return Array.isArray(storedList) ? storedList.filter(isKeptAnswer) : [];
  } catch {
    // Unreadable storage counts as empty.
    return [];
  }
}

function write(storage: Storage, list: readonly KeptAnswer[]): void {
  try {
    storage.setItem(KEY, JSON.stringify(list));
  } catch {
    // A full storage keeps its old content; the page works on with the list in memory.
  }
}

function isKeptAnswer(value: unknown): value is KeptAnswer {
  const candidate = value as Partial<KeptAnswer> | null;
  return (
    typeof candidate?.question === "string" && typeof candidate.answer === "string" && Array.isArray(candidate.sources)
  );
}
