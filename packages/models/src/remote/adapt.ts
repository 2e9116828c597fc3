import { replyError } from "./reply-error.ts";

/**
 * Finds out which parameters a server accepts. After a refusal that names a parameter, the request is sent in another
 * shape; an accepted shape is kept. If all shapes are refused, the reason was another one and nothing changes.
 */
export interface Adaptation<Shape, Request = void> {
  ask<T>(send: (shape: Shape) => Promise<T>, request: Request): Promise<T>;
}

/** `next` gets the refusal in lower case and returns the next shape to try, or null. It must end at some time. */
export function createAdaptation<Shape, Request = void>(
  first: Shape,
  next: (shape: Shape, refusal: string, request: Request) => Shape | null,
): Adaptation<Shape, Request> {
  let workingShape = first;
  return {
    async ask(send, request) {
      for (let shape = workingShape, isNew = false; ; isNew = true) {
        try {
          const reply = await send(shape);
          if (isNew) workingShape = shape;
          return reply;
        } catch (error) {
          const refusal = refusalText(error);
          const other = refusal === undefined ? null : next(shape, refusal, request);
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
