import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  draftFindings,
  createLinkThresholds,
  createReviewCache,
  createSystemClock,
  type Draft,
  noteWindows,
  noteWrite,
  type RuleFinding,
  type ServiceContext,
  type StoredNote,
  windowText,
} from "@knote/api";
import type { CheckRule } from "@knote/contract";
import { createBuiltInEmbedder } from "@knote/models";
import { createSqliteStorage } from "@knote/storage-sqlite";

export type DraftText = Pick<Draft, "title" | "content">;

/** The verb of the check over an engine of its own, with the findings of rules that the product does not show. */
export interface Workbench extends AsyncDisposable {
  /** Returns the rules that find something in a draft of the user. */
  rulesFor(user: string, draft: DraftText): Promise<ReadonlySet<CheckRule>>;
  findings(user: string, draft: DraftText): Promise<readonly RuleFinding[]>;
  /** Stores a note of the user, with its head. */
  store(user: string, note: { readonly title: string; readonly content: string }): Promise<string>;
  /** Returns the cosine of two texts. */
  cosine(one: string, other: string): Promise<number>;
}

export async function openWorkbench(): Promise<Workbench> {
  const folder = await mkdtemp(join(tmpdir(), "knote-check-"));
  const clock = createSystemClock();
  const storage = await createSqliteStorage({ dataDir: folder, clock });
  const embedder = createBuiltInEmbedder({});
  await storage.vectors.serve(embedder.model);
  const reviews = createReviewCache();
  let count = 0;
  const contextOf = (userId: string) => {
    const linkThresholds = createLinkThresholds();
    const services = { storage, embedder, clock, reviews, linkThresholds, suggestionDeadlineMs: 60_000 };
    // The check uses no other service.
    return { ...services, actor: { userId } } as unknown as ServiceContext;
  };
  const findings = async (user: string, { title, content }: DraftText) =>
    (await draftFindings(contextOf(user), { id: null, title, content, noteType: "fact" }, { isReworded: true }))
      .findings;
  return {
    findings,
    rulesFor: async (user, draft) => new Set((await findings(user, draft)).map(({ rule }) => rule)),
    async store(user, { title, content }) {
      const id = `0195cf6a-7c00-7000-8000-${String(++count).padStart(12, "0")}`;
      const note = newNote(id, title, content);
      const [head] = noteWindows(content);
      const [vector] = await embedder.embed([windowText(note, head!)], { priority: "query", userId: user });
      await storage.notes.insert(user, noteWrite(note), []);
      const windows = [{ ...head!, vector: vector! }];
      await storage.vectors.put(user, id, { model: embedder.model, revision: 1, windows, complete: true });
      return id;
    },
    async cosine(one, other) {
      const [first, second] = await embedder.embed([one, other], { priority: "query", userId: "cosine" });
      return first!.reduce((sum, value, place) => sum + value * second![place]!, 0);
    },
    async [Symbol.asyncDispose]() {
      await embedder.close();
      await storage.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function newNote(id: string, title: string, content: string): StoredNote {
  const time = "2026-03-01T12:00:00.000Z";
  const fields = { note_type: "fact", tags: [], importance: 0.5, archived: false, revision: 1 } as const;
  return { id, title, content, ...fields, created_at: time, updated_at: time, claimed_at: time };
}
