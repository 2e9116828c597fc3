import type { Proposal, ProposeLinkInput } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { conflict, invalid } from "../errors.ts";
import { requireEnds } from "../links/create-link.ts";
import type { StoredNote } from "../ports/note-store.ts";
import { timestamp } from "../time.ts";
import { judgementLook, pairOf, type ProposedLink, textsOf } from "./proposal-looks.ts";
import { proposalView } from "./proposal-view.ts";
import { similaritiesOf } from "./similarities.ts";
import { stands, whyClosed } from "./standing.ts";

const AGENT = "agent:";

/** Keeps an agent's proposal until somebody decides about it. It takes the place of an open one for the same notes. */
export async function proposeLink(ctx: ServiceContext, input: ProposeLinkInput): Promise<Proposal> {
  const notes = await requireEnds(ctx, input);
  const evidence = input.quote === undefined ? null : findQuote(notes, input.quote);
  const pair = pairOf(...notes);
  const states = await ctx.storage.links.states(ctx.actor.userId);
  if (!notes.every((note) => stands(note, states))) throw conflict("One of the two notes is archived or superseded.");
  const [reason] = await whyClosed(ctx, [pair]);
  if (reason === "linked") throw conflict("The two notes are linked already.");
  if (reason === "dismissed") throw conflict("A link between the two notes was dismissed.");
  const [similarity] = await similaritiesOf(ctx, [pair]);
  const { source_id, target_id, relation } = input;
  const proposal: ProposedLink = {
    ...{ source_id, target_id, relation, evidence },
    similarity: similarity!,
    confidence: null,
    by: input.by.startsWith(AGENT) ? input.by : `${AGENT}${input.by}`,
    made_at: timestamp(ctx),
  };
  await ctx.storage.looks.put(ctx.actor.userId, [judgementLook(proposal, textsOf(pair))]);
  return proposalView(proposal, notes);
}

function findQuote(notes: readonly StoredNote[], quote: string): Proposal["evidence"] {
  const note = notes.find(({ title, content }) => title.includes(quote) || content.includes(quote));
  if (note === undefined) throw invalid("quote", "quote must be words of one of the two notes.");
  return { note_id: note.id, quote };
}
