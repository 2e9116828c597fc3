import type { Proposal, ProposalState } from "@knote/contract";
import { testServices, testUser } from "@knote/testkit";
import { createIndexer } from "../../indexing/indexer.ts";
import type { LinkJudge } from "../../ports/link-judge.ts";

/** A user with notes between which rules propose one link each. */
export async function givenGraph(judge: LinkJudge | null = null) {
  const services = testServices({ judge });
  const user = testUser(services);
  const { api, note } = user;
  const sleep = await note("Sleep consolidates memory");
  const noSleep = await note("Sleep does not consolidate memory");
  const lead = await note("Our team lead is Sarah Chen");
  const reviews = await note("Code reviews go to David", {
    content: "We agreed on it. This depends on our team lead, Sarah Chen. It works.",
  });
  const index = () => createIndexer(services, () => undefined).drain();
  await index();
  const all = async (input: Omit<NonNullable<Parameters<typeof api.proposals.list>[0]>, "cursor"> = {}) => {
    const proposals: Proposal[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await api.proposals.list({ ...input, ...(cursor !== undefined && { cursor }) });
      proposals.push(...page.proposals);
      cursor = page.next;
    }
    // A pair can come from both of its notes.
    return [...new Map(proposals.map((one) => [one.key, one])).values()];
  };
  const keys = async (state: ProposalState = "open") => (await all({ state })).map(({ key }) => key).toSorted();
  const decide = async (
    key: string,
    decision: "accept" | "retype" | "dismiss" | "reopen",
    fields: { relation?: Proposal["relation"]; swap?: boolean } = {},
  ) => (await api.proposals.decide({ decisions: [{ key, decision, ...fields }] })).results[0]!;
  const links = async () =>
    (await api.links.list({})).links.map((one) => `${one.source_id} ${one.relation} ${one.target_id}`);
  return {
    ...user,
    ...{ services, sleep, noSleep, lead, reviews, index, all, keys, decide, links },
    negation: keyOf(noSleep, sleep),
    cue: keyOf(reviews, lead),
  };
}

export function keyOf(newer: { readonly id: string }, older: { readonly id: string }): string {
  return `${newer.id}~${older.id}`;
}
