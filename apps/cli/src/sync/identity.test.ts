import { expect, it } from "vitest";
import { identityFor, userOfToken } from "./identity.ts";

const PLACE = "https://notes.example";
const tokenWith = (payload: string) => `e30.${Buffer.from(payload).toString("base64url")}.c2ln`;

it.each([
  [tokenWith('{"sub":"github:1"}'), "github:1"],
  [tokenWith('{"sub":1}'), null],
  [tokenWith("null"), null],
  ["a.b.c", null],
  ["knote_pat_000000000000000000000000000000000000", null],
])("reads the user of the token %s", (token, user) => {
  expect(userOfToken(token)).toBe(user);
});

it.each([
  [null, "github:1", `${PLACE} (github:1)`],
  [null, null, PLACE],
  [`${PLACE} (github:1)`, "github:1", `${PLACE} (github:1)`],
  [`${PLACE} (github:1)`, null, `${PLACE} (github:1)`],
  [PLACE, "github:1", PLACE],
  [`${PLACE} (github:1)`, "github:2", `${PLACE} (github:2)`],
  ["https://other.example", null, PLACE],
  ["https://other.example (github:1)", "github:1", `${PLACE} (github:1)`],
])("names the service for a folder of %s and the user %s as %s", (earlier, user, identity) => {
  expect(identityFor(earlier, { place: PLACE, user })).toBe(identity);
});
