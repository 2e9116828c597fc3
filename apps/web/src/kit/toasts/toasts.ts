import { createListeners } from "../listeners.ts";
import type { Problem } from "../errors.ts";

/** How long a toast with an undo stays, unless the pointer or the focus is on it. */
const UNDO_MS = 10_000;
const BRIEF_MS = 4_000;

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: "plain" | "problem";
  readonly requestId: string | null;
  readonly undo: (() => Promise<void>) | null;
  readonly stayMs: number;
}

/** A running action that can be undone once it is done. */
export interface UnderWay {
  /** Marks the action as done or failed. Returns true when the user asked meanwhile to undo it. */
  end(): boolean;
}

/** Short messages about what just happened. */
export interface Toasts {
  readonly list: readonly Toast[];
  show(toast: { readonly text: string; readonly undo?: () => Promise<void> }): void;
  showProblem(problem: Problem): void;
  /** Registers a running action, which `undoLatest` can mark for undoing before it is done. */
  begin(): UnderWay;
  dismiss(id: number): void;
  /** Undoes the latest action that can still be undone. */
  undoLatest(): void;
  undo(id: number): void;
  subscribe(listener: () => void): () => void;
}

const MOST_SHOWN = 3;

export function createToasts(): Toasts {
  const listeners = createListeners();
  let list: readonly Toast[] = [];
  const underWay = new Set<{ undoes: boolean }>();
  let lastId = 0;

  function setList(next: readonly Toast[]): void {
    list = next;
    listeners.notify();
  }
  function add(toast: Omit<Toast, "id">): void {
    setList([...list, { ...toast, id: ++lastId }].slice(-MOST_SHOWN));
  }
  function dismiss(id: number): void {
    setList(list.filter((toast) => toast.id !== id));
  }
  function undo(id: number): void {
    const toast = list.find((entry) => entry.id === id);
    dismiss(id);
    void toast?.undo?.();
  }

  return {
    get list() {
      return list;
    },
    show({ text, undo: back }) {
      add({ text, tone: "plain", requestId: null, undo: back ?? null, stayMs: back ? UNDO_MS : BRIEF_MS });
    },
    showProblem: ({ message, requestId }) =>
      add({ text: message, tone: "problem", requestId, undo: null, stayMs: UNDO_MS }),
    begin() {
      const action = { undoes: false };
      underWay.add(action);
      return {
        end() {
          underWay.delete(action);
          return action.undoes;
        },
      };
    },
    dismiss,
    undo,
    undoLatest() {
      const runningAction = [...underWay].findLast(({ undoes }) => !undoes);
      const latest = list.findLast((toast) => toast.undo !== null);
      if (runningAction) runningAction.undoes = true;
      else if (latest) undo(latest.id);
    },
    subscribe: listeners.add,
  };
}
