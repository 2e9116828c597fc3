import { DecisionResults, LIMITS, type Proposal, ProposalList } from "@knote/contract";
import type { ServiceClient } from "../service/service-client.ts";

const REST_RELATIONS = ["depends_on", "derived_from"] as const;
const PATH = "/api/graph/proposals";

/** A rest link between notes, named by their ids. */
export interface RestPair {
  readonly source: string;
  readonly target: string;
}

/** Accepts whatever the rules propose that a note rests on, right or wrong, as nobody should. */
export async function acceptSuggestions(
  client: ServiceClient,
  user: string,
  noteIds: Iterable<string>,
): Promise<RestPair[]> {
  const pairs: RestPair[] = [];
  for (const id of noteIds) {
    // Each note is asked for by itself, so that a proposal comes from the note that rests on the other one.
    const proposals = (await restProposals(client, user, id)).filter(({ source }) => source.id === id);
    if (proposals.length === 0) continue;
    const decisions = proposals.map(({ key, relation }) => ({ key, decision: "accept", relation }));
    const call = { user, method: "POST", path: `${PATH}/decisions`, body: { decisions } } as const;
    const { results } = await client.call({ ...call, schema: DecisionResults });
    for (const [place, { source, target }] of proposals.entries())
      if (results[place]!.status === "linked") pairs.push({ source: source.id, target: target.id });
  }
  return pairs;
}

async function restProposals(client: ServiceClient, user: string, id: string): Promise<Proposal[]> {
  const proposals: Proposal[] = [];
  for (const relation of REST_RELATIONS) {
    const path = `${PATH}?note_id=${id}&relation=${relation}&limit=${LIMITS.proposalPage}`;
    proposals.push(...(await client.call({ user, method: "GET", path, schema: ProposalList })).proposals);
  }
  return proposals;
}
