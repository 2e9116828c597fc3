import { replyError } from "./reply-error.ts";

/**
 * Servers differ in the parameters they take. One that refuses a request by a parameter is asked in another way,
 * and in that way from then on.
 */
export interface Adaptation<Shape> {
  ask<T>(send: (shape: Shape) => Promise<T>): Promise<T>;
}

/** `next` answers the shape to try after a refusal that says so (in lower case), or null; it must come to an end. */
export function createAdaptation<Shape>(
  first: Shape,
  next: (shape: Shape, said: string) => Shape | null,
): Adaptation<Shape> {
  let known = first;
  return {
    async ask(send) {
      for (let shape = known; ;) {
        try {
          return await send(shape);
        } catch (error) {
          const said = refusalText(error);
          const other = said === undefined ? null : next(shape, said);
          if (other === null) throw error;
          known = shape = other;
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
