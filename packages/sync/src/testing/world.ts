import type { TestUser } from "@knote/testkit";
import type { MemoryFiles } from "./memory-files.ts";

/** What deeds are done to. */
export interface World {
  readonly user: TestUser;
  readonly folders: readonly { readonly files: MemoryFiles }[];
  /** Returns a word that stands nowhere yet. */
  word(): string;
  /** Does something some steps of a sync later. */
  later(steps: number, work: () => void): void;
  /** Says that the words of a note may be lost, as somebody purges it. */
  forgive(id: string): Promise<void>;
}
