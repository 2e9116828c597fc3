import type { Problem } from "../../remote/errors.ts";

/** How long a toast stays unless the pointer or the focus is on it; what can be undone can be for so long. */
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

/** Short words about what just happened. */
export interface Toasts {
  readonly list: readonly Toast[];
  show(toast: { readonly text: string; readonly undo?: () => Promise<void> }): void;
  showProblem(problem: Problem): void;
  dismiss(id: number): void;
  /** Undoes the latest action that still can be. */
  undoLatest(): void;
  undo(id: number): void;
  subscribe(listener: () => void): () => void;
}

const MOST_SHOWN = 3;

export function createToasts(): Toasts {
  const listeners = new Set<() => void>();
  let list: readonly Toast[] = [];
  let lastId = 0;

  function become(next: readonly Toast[]): void {
    list = next;
    for (const listener of listeners) listener();
  }
  function add(toast: Omit<Toast, "id">): void {
    become([...list, { ...toast, id: ++lastId }].slice(-MOST_SHOWN));
  }
  function dismiss(id: number): void {
    become(list.filter((toast) => toast.id !== id));
  }
  function undo(id: number): void {
    const toast = list.find((known) => known.id === id);
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
    dismiss,
    undo,
    undoLatest() {
      const latest = list.findLast((toast) => toast.undo !== null);
      if (latest) undo(latest.id);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
