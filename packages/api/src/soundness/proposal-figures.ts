import type { GraphHealth } from "@knote/contract";
import type { ServiceContext } from "../context.ts";

/** How many proposals of models wait for a decision, and how often each kind was right. */
export type ProposalFigures = Pick<GraphHealth, "proposals"> & Pick<GraphHealth["matters"], "open_judged">;

/** Returns what is known of proposals. No ledger of them is kept, so there are none. */
export function proposalFigures(_ctx: ServiceContext): ProposalFigures {
  return { proposals: [], open_judged: 0 };
}
