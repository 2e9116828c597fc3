import { type DecisionResult, type Link, type LinkInput, type ProposalDecision } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { DomainError } from "../errors.ts";
import { createLink } from "../links/create-link.ts";
import { deleteLink } from "../links/delete-link.ts";
import { DISMISSED } from "../looks/open-pairs.ts";
import { linkKey } from "../ports/link-store.ts";
import { timestamp } from "../time.ts";
import { decisionLook, judgementLook, type LinkDecision, lookKeysOf, type ProposedLink } from "./proposal-looks.ts";
import type { Matter } from "./matter.ts";

type Outcome = Omit<DecisionResult, "key">;

/** Decides about one pair of notes, which are live. */
export async function decideOne(ctx: ServiceContext, matter: Matter, decision: ProposalDecision): Promise<Outcome> {
  if (decision.decision === "reopen") return await reopen(ctx, matter, decision.key);
  if (!matter.isStanding) return { status: "gone", detail: "One of the two notes is archived or superseded." };
  const earlierLink = await standingLink(ctx, matter);
  if (decision.decision === "dismiss") {
    if (earlierLink !== null) return reopenFirst();
    await keep(ctx, matter, { state: DISMISSED, link: null });
    return { status: "dismissed" };
  }
  const proposal = matter.proposal();
  const newLink = linkToMake(proposal, decision);
  if (earlierLink !== null) return linkKey(earlierLink) === linkKey(newLink) ? alreadyThere() : reopenFirst();
  if (decision.decision === "accept" && (decision.relation ?? proposal.relation) !== proposal.relation)
    return { status: "conflict", detail: `By now ${proposal.relation} is proposed.` };
  return await makeLink(ctx, matter, { proposal, newLink });
}

function linkToMake(proposal: ProposedLink, { decision, relation, swap }: ProposalDecision): LinkInput {
  const { source_id, target_id } = proposal;
  if (decision === "accept") return { source_id, target_id, relation: proposal.relation };
  const ends = swap ? { source_id: target_id, target_id: source_id } : { source_id, target_id };
  return { ...ends, relation: relation ?? proposal.relation };
}

/** Makes the link as anybody would, then keeps the decision: a crash in between leaves a link without a decision. */
async function makeLink(
  ctx: ServiceContext,
  matter: Matter,
  { proposal, newLink }: { readonly proposal: ProposedLink; readonly newLink: LinkInput },
): Promise<Outcome> {
  try {
    const link = await createLink(ctx, newLink);
    await keep(ctx, matter, { state: linkKey(link) === linkKey(proposal) ? "accepted" : "retyped", link });
    return { status: "linked" };
  } catch (error) {
    if (!DomainError.is(error)) throw error;
    if (error.code === "NOT_FOUND") return { status: "gone", detail: "One of the two notes is gone." };
    if (error.code !== "CONFLICT") throw error;
    return (await wouldClose(ctx, newLink)) ? { status: "conflict", detail: error.message } : alreadyThere();
  }
}

/** Whether the link is a supersession that closes a circle; otherwise a conflict means that it exists. */
async function wouldClose(ctx: ServiceContext, { source_id, target_id, relation }: LinkInput): Promise<boolean> {
  return relation === "supersedes" && (await ctx.storage.links.supersedes(ctx.actor.userId, target_id, source_id));
}

/** Returns the link that the last decision made, if it stands as it was made. */
async function standingLink(ctx: ServiceContext, { decision }: Matter): Promise<Link | null> {
  if (!decision?.link) return null;
  const link = await ctx.storage.links.get(ctx.actor.userId, decision.link);
  return link?.created_at === decision.link.created_at ? link : null;
}

async function keep(
  ctx: ServiceContext,
  matter: Matter,
  { state, link }: Pick<LinkDecision, "state" | "link">,
): Promise<void> {
  const { looks } = ctx.storage;
  const { userId } = ctx.actor;
  const { pair, texts } = matter;
  const proposal = matter.proposal();
  const decision: LinkDecision = { proposal, state, link, texts, decided_at: timestamp(ctx) };
  const look = decisionLook(pair, decision);
  await looks.put(userId, [look]);
  if (texts !== null) await looks.remove(userId, [judgementLook(proposal, texts).key]);
  matter.decision = decision;
}

/** Takes the decision back: its link goes if it stands as it was made, and what a judge or an agent made is there again. */
async function reopen(ctx: ServiceContext, matter: Matter, key: string): Promise<Outcome> {
  const { looks, links } = ctx.storage;
  const { userId } = ctx.actor;
  const { decision } = matter;
  if (decision === null) return { status: "open" };
  const link = await standingLink(ctx, matter);
  if (link !== null) await deleteLink(ctx, link).catch(ignoreMissing);
  const remaining = decision.link && (await links.get(userId, decision.link));
  if (decision.texts !== null) await looks.put(userId, [judgementLook(decision.proposal, decision.texts)]);
  await looks.remove(userId, [lookKeysOf(key).decision]);
  matter.decision = null;
  return remaining ? { status: "exists", detail: "The link was made anew since, and stays." } : { status: "open" };
}

/** Another request may have removed the link. */
function ignoreMissing(error: unknown): void {
  if (!DomainError.is(error) || error.code !== "NOT_FOUND") throw error;
}

function alreadyThere(): Outcome {
  return { status: "exists", detail: "This link exists already." };
}

function reopenFirst(): Outcome {
  return { status: "conflict", detail: "It is linked already; reopen it first." };
}
