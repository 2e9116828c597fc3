import type { Proposal } from "@knote/contract";
import type { StoredNote } from "../ports/note-store.ts";
import { proposalKey, type ProposedLink } from "./proposal-looks.ts";

/** Returns a proposal as callers see it, with the present titles of its notes. */
export function proposalView(
  { source_id, target_id, ...proposal }: ProposedLink,
  notes: readonly StoredNote[],
  outcome: Pick<Proposal, "state" | "decided_at"> = { state: "open", decided_at: null },
): Proposal {
  const nameOf = (id: string) => ({ id, title: notes.find((note) => note.id === id)!.title });
  const { relation, similarity, confidence, by, evidence, made_at } = proposal;
  return {
    key: proposalKey({ source_id, target_id }),
    source: nameOf(source_id),
    target: nameOf(target_id),
    ...{ relation, similarity, confidence, by, evidence },
    state: outcome.state,
    made_at,
    decided_at: outcome.decided_at,
  };
}
