import type { ListProposalsInput } from "@knote/contract";
import type { ProposedLink } from "./proposal-looks.ts";

/** Which proposals a caller asks for. */
export interface ProposalFilter {
  readonly noteId: string | undefined;
  accepts(proposal: Pick<ProposedLink, "source_id" | "target_id" | "relation" | "by">): boolean;
}

export function filterOf({ relation, by, note_id: noteId }: ListProposalsInput): ProposalFilter {
  return {
    noteId,
    accepts: (proposal) =>
      (relation === undefined || proposal.relation === relation) &&
      (by === undefined || proposal.by === by) &&
      (noteId === undefined || proposal.source_id === noteId || proposal.target_id === noteId),
  };
}
