import {
  DecideProposalsInput,
  DecisionResults,
  JudgeRun,
  LIMITS,
  ListProposalsInput,
  Proposal,
  ProposalList,
  ProposalPrecisions,
  ProposeLinkInput,
  RunJudgeInput,
} from "@knote/contract";
import {
  EXAMPLE_PROPOSAL_DECISIONS,
  EXAMPLE_DECISION_RESULTS,
  EXAMPLE_JUDGE_RUN,
  EXAMPLE_NEW_PROPOSAL,
  EXAMPLE_PRECISION,
  EXAMPLE_PROPOSAL,
  EXAMPLE_PROPOSALS,
} from "../examples.ts";
import { procedure, router } from "../trpc.ts";
import { decideProposals } from "./decide-proposals.ts";
import { listProposals } from "./list-proposals.ts";
import { proposeLink } from "./propose-link.ts";
import { runJudge } from "./run-judge.ts";

const tags = ["Proposals"];
const path = "/api/graph/proposals";
const writing = { access: "notes:write", work: "write", abortable: false } as const;

/** Links that rules, judges and agents propose. Only `decide` makes one of them a link. */
export const proposalsRouter = router({
  list: procedure({
    access: "notes:read",
    work: "recall",
    abortable: false,
    errors: [],
    openapi: {
      method: "GET",
      path,
      tags,
      summary: "Links that were proposed",
      example: { response: EXAMPLE_PROPOSALS },
    },
  })
    .input(ListProposalsInput)
    .output(ProposalList)
    .query(({ ctx, input }) => listProposals(ctx, input)),

  decide: procedure({
    ...writing,
    errors: [],
    idempotent: true,
    openapi: {
      method: "POST",
      path: `${path}/decisions`,
      tags,
      summary: "Accept, retype, dismiss or reopen proposals, each by itself",
      example: { request: EXAMPLE_PROPOSAL_DECISIONS, response: EXAMPLE_DECISION_RESULTS },
    },
  })
    .input(DecideProposalsInput)
    .output(DecisionResults)
    .mutation(({ ctx, input }) => decideProposals(ctx, input)),

  propose: procedure({
    ...writing,
    errors: ["NOT_FOUND", "CONFLICT"],
    status: 201,
    openapi: {
      method: "POST",
      path,
      tags,
      summary: "Propose a link, for its owner to decide",
      example: { request: EXAMPLE_NEW_PROPOSAL, response: EXAMPLE_PROPOSAL },
    },
  })
    .input(ProposeLinkInput)
    .output(Proposal)
    .mutation(({ ctx, input }) => proposeLink(ctx, input)),

  run: procedure({
    ...writing,
    errors: ["NOT_FOUND", "LIMIT_EXCEEDED", "PROVIDER_FAILED"],
    callsPerMinute: LIMITS.judgeRunsPerMinute,
    openapi: {
      method: "POST",
      path: `${path}/run`,
      tags,
      summary: "Have a judge propose links for notes",
      example: { request: {}, response: EXAMPLE_JUDGE_RUN },
    },
  })
    .input(RunJudgeInput)
    .output(JudgeRun)
    .mutation(({ ctx, input }) => runJudge(ctx, input)),

  precision: procedure({
    access: "notes:read",
    work: "read",
    abortable: false,
    errors: [],
    openapi: {
      method: "GET",
      path: `${path}/precision`,
      tags,
      summary: "How many proposals were accepted, by proposer and relation",
      example: { response: EXAMPLE_PRECISION },
    },
  })
    .output(ProposalPrecisions)
    .query(({ ctx }) => ctx.precisions.of(ctx)),
});
