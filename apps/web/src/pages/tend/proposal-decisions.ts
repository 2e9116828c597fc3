import type { ProposalDecision } from "@knote/contract";
import type { Client } from "../../remote/trpc.ts";
import type { SuggestionCard } from "./cards.ts";
import type { Decision } from "./decision.ts";
import type { PickedRelation } from "./relation-picker.tsx";

type ProposedCard = Pick<SuggestionCard, "key" | "relation">;

/** Creates the decisions about proposed links. Only these make one of them a link; undo reopens what they decided. */
export function createProposalDecisions(client: Client) {
  function decide(decisions: readonly ProposalDecision[], doneText: string): Decision {
    return {
      doneText,
      run: async () => {
        const { results } = await client.proposals.decide.mutate({ decisions: [...decisions] });
        const decidedKeys = results.filter(({ status }) => status === "linked" || status === "dismissed");
        const back = async (): Promise<void> => {
          if (decidedKeys.length === 0) return;
          const reopenings = decidedKeys.map(({ key }) => ({ key, decision: "reopen" as const }));
          await client.proposals.decide.mutate({ decisions: reopenings });
        };
        const conflicts = results.filter(({ status }) => status === "conflict");
        if (conflicts.length === 0) return back;
        const refusal =
          decisions.length === 1
            ? (conflicts[0]!.detail ?? "This has changed meanwhile.")
            : `${doneText} ${conflicts.length} changed meanwhile.`;
        return Object.assign(back, { refusal });
      },
    };
  }

  return {
    /** Makes the links as they are shown. */
    acceptProposals: (cards: readonly ProposedCard[]): Decision =>
      decide(
        cards.map(({ key, relation }) => ({ key, decision: "accept", relation })),
        cards.length === 1 ? "Linked." : `Linked ${cards.length} pairs.`,
      ),

    retypeProposal: ({ key }: ProposedCard, { relation, isSwapped }: PickedRelation): Decision =>
      decide([{ key, decision: "retype", relation, swap: isSwapped }], "Linked."),

    dismissProposal: ({ key }: ProposedCard): Decision => decide([{ key, decision: "dismiss" }], "Dismissed."),
  };
}
