import type { NoteType } from "@knote/contract";
import type { ReaderName, ReadSource, SendingState, UndoOutcomes } from "@knote/formats";
import { createListeners } from "../../kit/listeners.ts";
import type { Session } from "../../session/session.ts";
import type { FileSelection } from "./picked.ts";

declare module "../../kit/services.tsx" {
  interface Services {
    readonly imports: Imports;
  }
}

/** What the user decides about an import. Lists are as typed: one rule per line. */
export interface ImportSettings {
  /** Null: as the files tell. */
  readonly reader: ReaderName | null;
  /** Tells this source from others, in the keys of its notes. */
  readonly source: string;
  readonly defaultType: NoteType;
  readonly types: string;
  readonly relations: string;
  readonly skip: string;
  readonly columns: string;
  readonly at: string;
  readonly split: boolean;
  readonly empty: boolean;
}

/** What is imported, and how. */
export interface ImportJob {
  readonly selection: FileSelection;
  readonly settings: ImportSettings;
}

/** Something under way, which can be stopped. */
interface Running {
  readonly doneCount: number;
  readonly total: number;
  readonly stop: AbortController;
}

export type ImportState =
  | { readonly step: "none" }
  | (Running & { readonly step: "reading"; readonly job: ImportJob })
  /** The source cannot be read so; `detail` is a sentence. */
  | { readonly step: "refused"; readonly job: ImportJob; readonly detail: string }
  | { readonly step: "plan"; readonly job: ImportJob; readonly source: ReadSource }
  | (Running & { readonly step: "sending"; readonly job: ImportJob; readonly source: ReadSource })
  /** `detail` says why, or is null when the user stopped it. It can go on. */
  | {
      readonly step: "stopped";
      readonly job: ImportJob;
      readonly source: ReadSource;
      readonly sending: SendingState | null;
      readonly detail: string | null;
    }
  | { readonly step: "done"; readonly job: ImportJob; readonly source: ReadSource; readonly sending: SendingState }
  | (Running & { readonly step: "undoing" })
  | { readonly step: "undone"; readonly outcomes: UndoOutcomes };

/** The one import of the page. It goes on while its user looks at other pages. */
export interface Imports {
  readonly state: ImportState;
  set(state: ImportState): void;
  subscribe(listener: () => void): () => void;
}

/** Creates the place for an import, which ends with the session. */
export function createImports(session: Pick<Session, "state" | "subscribe">): Imports {
  const listeners = createListeners();
  let state: ImportState = { step: "none" };
  const set = (next: ImportState): void => {
    state = next;
    listeners.notify();
  };
  session.subscribe(() => {
    if (session.state !== "signed-out") return;
    if ("stop" in state) state.stop.abort();
    set({ step: "none" });
  });
  return {
    get state() {
      return state;
    },
    set,
    subscribe: listeners.add,
  };
}

/** Whether something is under way that a new import must not replace. */
export function isBusy({ step }: ImportState): boolean {
  return step === "sending" || step === "undoing";
}
