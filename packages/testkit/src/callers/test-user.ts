import type { ActivityEvent, CreatedNote, CreateNoteInput, Link, Relation } from "@knote/contract";
import {
  appRouter,
  createCallerFactory,
  type Actor,
  type RequestContext,
  type ServiceContext,
  type Services,
  withoutNoteIds,
} from "@knote/api";
import { anActor } from "../builders/an-actor.ts";

const createCaller = createCallerFactory(appRouter);

export type Caller = ReturnType<typeof createCaller>;

/** A user who calls the router. */
export interface TestUser {
  readonly actor: Actor;
  /** The context of this user's requests. */
  readonly ctx: ServiceContext;
  readonly api: Caller;
  /** Returns a caller with another request context. */
  on(request: Partial<RequestContext>): Caller;
  /** Creates a note with placeholder content. */
  note(title: string, fields?: Partial<CreateNoteInput>): Promise<CreatedNote>;
  link(source: { readonly id: string }, relation: Relation, target: { readonly id: string }): Promise<Link>;
  /** Returns the events that the work published to this user, oldest first, in their documented form. */
  eventsOf(work: () => Promise<unknown>): Promise<ActivityEvent[]>;
}

export function testUser(services: Services, fields: Partial<Actor> = {}): TestUser {
  const actor = anActor(fields);
  const ctx: ServiceContext = { ...services, actor };
  const api = createCaller(ctx);
  const log = async () =>
    (await services.storage.activity.replay(actor.userId, null)).map(({ event }) => withoutNoteIds(event));
  return {
    actor,
    ctx,
    api,
    on: (request) => createCaller({ ...ctx, ...request }),
    note: (title, rest) => api.notes.create({ title, content: "-", note_type: "fact", ...rest }),
    link: (source, relation, target) => api.links.create({ source_id: source.id, target_id: target.id, relation }),
    async eventsOf(work) {
      const before = (await log()).length;
      await work();
      return (await log()).slice(before);
    },
  };
}
