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

/** Creates the history of questions and answers, stored only in this browser; signing out deletes it. */
export function createAnswerHistory(storage: Storage): AnswerHistory {
  const listeners = createListeners();
  let list = read(storage);

  function become(next: readonly KeptAnswer[]): void {
    list = bounded(next);
    write(storage, list);
    listeners.tell();
  }
  const without = (question: string) => list.filter((kept) => kept.question !== question);

  return {
    get list() {
      return list;
    },
    find: (question) => list.find((kept) => kept.question === question) ?? null,
    keep: (answer) => become([answer, ...without(answer.question)]),
    forget: (question) => become(without(question)),
    clear: () => become([]),
    subscribe(listener) {
      const onStorage = ({ key }: StorageEvent): void => {
        if (key !== null && key !== KEY) return;
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

function bounded(list: readonly KeptAnswer[]): readonly KeptAnswer[] {
  let characters = 0;
  return list.slice(0, MOST_KEPT).filter(({ question, answer, sources }) => {
    const snippets = sources.reduce((sum, { snippet = "" }) => sum + snippet.length, 0);
    characters += question.length + answer.length + snippets;
    return characters <= MOST_CHARACTERS;
  });
}

function read(storage: Storage): readonly KeptAnswer[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isKeptAnswer) : [];
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
  const kept = value as Partial<KeptAnswer> | null;
  return typeof kept?.question === "string" && typeof kept.answer === "string" && Array.isArray(kept.sources);
}
