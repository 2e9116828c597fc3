import type { mongo } from "mongoose";
import type { Answer } from "./odd-server.ts";

export interface Hold {
  readonly answer: Answer;
  /** From now on no command that holds one of the names is answered. */
  hold(...names: readonly string[]): void;
  /** How many are held at this moment. */
  count(): number;
  /** How many were held at a time, at most. */
  most(): number;
  /** All that is held goes on, and nothing is held any more. */
  release(): void;
}

/** For a server that answers all but one user. `isChosen`: which of the user's commands are held. */
export function createHold(isChosen: (command: mongo.Document) => boolean = () => true): Hold {
  let end = Promise.withResolvers<void>();
  let held: readonly string[] = [];
  let [count, most] = [0, 0];
  return {
    hold: (...names) => void (held = names),
    count: () => count,
    most: () => most,
    release() {
      held = [];
      end.resolve();
      end = Promise.withResolvers();
    },
    async answer(command, bytes) {
      if (!held.some((name) => bytes.includes(name)) || !isChosen(command)) return null;
      most = Math.max(most, ++count);
      await end.promise;
      count--;
      return null;
    },
  };
}
