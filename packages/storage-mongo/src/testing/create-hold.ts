import type { mongo } from "mongoose";
import type { Answer } from "./odd-server.ts";

export interface Hold {
  readonly answer: Answer;
  /** From now on holds every command that contains one of the names. */
  hold(...names: readonly string[]): void;
  /** How many commands are held at this moment. */
  count(): number;
  /** The most commands that were held at a time. */
  most(): number;
  /** Lets held commands go on and holds no more. */
  release(): void;
}

/** For a server that does not answer one user. `isChosen` selects which of the user's commands are held. */
export function createHold(isChosen: (command: mongo.Document) => boolean = () => true): Hold {
  let end = Promise.withResolvers<void>();
  let heldNames: readonly string[] = [];
  let [count, most] = [0, 0];
  return {
    hold: (...names) => void (heldNames = names),
    count: () => count,
    most: () => most,
    release() {
      heldNames = [];
      end.resolve();
      end = Promise.withResolvers();
    },
    async answer(command, bytes) {
      if (!heldNames.some((name) => bytes.includes(name)) || !isChosen(command)) return null;
      most = Math.max(most, ++count);
      await end.promise;
      count--;
      return null;
    },
  };
}
