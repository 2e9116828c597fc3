import { describe } from "vitest";
import type { OpenStorage } from "../open-storage.ts";
import { describeGrantRotation } from "./grant-rotation.ts";
import { describeTokenEnds } from "./token-ends.ts";
import { describeTokenLives } from "./token-lives.ts";

/** Contract suite of `TokenStore`. */
export function describeTokenStore(name: string, open: OpenStorage): void {
  describe(`TokenStore: ${name}`, () => {
    describeTokenLives(open);
    describeTokenEnds(open);
    describeGrantRotation(open);
  });
}
