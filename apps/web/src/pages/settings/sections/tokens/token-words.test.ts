import { DAY_MS } from "@knote/contract";
import { expect, it } from "vitest";
import { endsSoon, scopeWords } from "./token-words.ts";

it("says in words what a token may", () => {
  expect(scopeWords(["notes:read"])).toBe("May read");
  expect(scopeWords(["notes:read", "ask"])).toBe("May read and ask");
  expect(scopeWords(["notes:read", "notes:write", "webhooks"])).toBe("May read, write, and manage webhooks");
});

it("marks a token a week before its end, and one without an end never", () => {
  const now = Date.UTC(2026, 2, 1);
  const inDays = (days: number) => new Date(now + days * DAY_MS).toISOString();
  expect([endsSoon(inDays(7), now), endsSoon(inDays(7.01), now)]).toEqual([true, false]);
  expect([endsSoon(inDays(0), now), endsSoon(null, now)]).toEqual([true, false]);
});
