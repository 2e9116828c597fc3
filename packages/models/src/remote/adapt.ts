import { replyError } from "./reply-error.ts";

/**
 * Servers differ in the parameters they take. One that refuses a request by a parameter is asked in another way,
 * and in that way from then on if it took it: what it refuses in every way was refused for another reason.
 */
export interface Adaptation<Shape, Request = void> {
  ask<T>(send: (shape: Shape) => Promise<T>, request: Request): Promise<T>;
}

/** `next` returns the shape to try after a refusal that says so (in lower case), or null; it must come to an end. */
export function createAdaptation<Shape, Request = void>(
  first: Shape,
  next: (shape: Shape, said: string, request: Request) => Shape | null,
): Adaptation<Shape, Request> {
  let known = first;
  return {
    async ask(send, request) {
      for (let shape = known, isNew = false; ; isNew = true) {
        try {
          const reply = await send(shape);
          if (isNew) known = shape;
          return reply;
        } catch (error) {
          const said = refusalText(error);
          const other = said === undefined ? null : next(shape, said, request);
          if (other === null) throw error;
          shape = other;
        }
      }
    },
  };
}

function refusalText(error: unknown): string | undefined {
  const reply = replyError(error);
  if (reply?.status === undefined || ![400, 413, 422, 501].includes(reply.status)) return undefined;
  return [...reply.names, reply.message].join(" ").toLowerCase();
}
