import type { Relation, Review } from "@knote/contract";
import { lookAtCause } from "../../features/reviews/look-at-cause.ts";
import { replaceLink } from "../../features/notes/replace-link.ts";
import type { Client } from "../../remote/trpc.ts";
import type { Decision } from "./decision.ts";
import { createProposalDecisions } from "./proposal-decisions.ts";

export interface LinkEnds {
  readonly source_id: string;
  readonly target_id: string;
  readonly relation: Relation;
}

interface TitledNote {
  readonly id: string;
  readonly title: string;
}

export type Decisions = ReturnType<typeof createDecisions>;

/** Creates all decisions that cards offer; each can be undone. */
export function createDecisions(client: Client) {
  async function link(ends: LinkEnds): Promise<() => Promise<unknown>> {
    await client.links.create.mutate(ends);
    return () => client.links.delete.mutate(ends);
  }

  return {
    ...createProposalDecisions(client),

    dismiss: (key: string, doneText = "Dismissed."): Decision => ({
      doneText,
      run: async () => {
        await client.looks.add.mutate({ looks: [{ key }] });
        return () => client.looks.remove.mutate({ key });
      },
    }),

    link: (ends: LinkEnds, settledIds: readonly string[] = []): Decision => ({
      doneText: "Linked.",
      settledIds,
      run: () => link(ends),
    }),

    supersede: (winner: TitledNote, loser: TitledNote): Decision => ({
      doneText: `Replaced “${loser.title}”.`,
      settledIds: [loser.id],
      run: () => link({ source_id: winner.id, target_id: loser.id, relation: "supersedes" }),
    }),

    archive: ({ id, title }: TitledNote): Decision => ({
      doneText: `Archived “${title}”.`,
      settledIds: [id],
      run: async () => {
        await client.notes.update.mutate({ id, state: "archived" });
        return () => client.notes.update.mutate({ id, state: "active" });
      },
    }),

    /** Finds that the note still stands, whatever became of what it rests on. */
    lookAt: (review: Pick<Review, "note" | "cause">, reason?: string): Decision => ({
      doneText: `“${review.note.title}” still stands.`,
      run: () => lookAtCause(client, review, reason),
    }),

    /** Finds that every note that rests on the cause still stands. */
    lookForAll: ({ cause: { id, title } }: Pick<Review, "cause">): Decision => ({
      doneText: `All that rests on “${title}” still stands.`,
      settledIds: [id],
      run: async () => {
        await client.reviews.lookForAll.mutate({ id });
        return () => client.reviews.takeBackForAll.mutate({ id });
      },
    }),

    replaceLink: (from: LinkEnds, to: LinkEnds, doneText: string): Decision => ({
      doneText,
      run: () => replaceLink(client, from, to),
    }),

    /** Lets the newer note take the older one in, with a text that stands for both. */
    merge: (newer: TitledNote, older: TitledNote, texts: { title: string; content: string }): Decision => ({
      doneText: `Merged into “${newer.title}”.`,
      settledIds: [newer.id, older.id],
      run: async () => {
        const { operation } = await client.operations.merge.mutate({ id: newer.id, with: [older.id], ...texts });
        return () => client.operations.undo.mutate({ id: operation });
      },
    }),
  };
}
