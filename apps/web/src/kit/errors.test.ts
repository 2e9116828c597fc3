import { AuthFailure, SignedOut, Unreachable } from "./failures.ts";
import { TRPCClientError } from "@trpc/client";
import { expect, it } from "vitest";
import { problemOf } from "./errors.ts";

function trpcError(httpStatus: number): TRPCClientError<never> {
  const response = new Response(null, { headers: { "X-Request-Id": "abc" } });
  const shape = { error: { code: -32000, message: "No.", data: { httpStatus } } };
  return TRPCClientError.from(shape as never, { meta: { response } });
}

it.each([
  ["a refusal", trpcError(422), { kind: "refused", message: "No.", requestId: "abc" }],
  ["a missing note", trpcError(404), { kind: "missing" }],
  ["a used-up quota", trpcError(429), { kind: "limit" }],
  ["a failing server", trpcError(500), { kind: "failed", requestId: "abc" }],
  ["a call without an answer", TRPCClientError.from(new TypeError("Failed to fetch")), { kind: "unreachable" }],
  ["a call that could get no token", TRPCClientError.from(new SignedOut()), { kind: "signed-out" }],
  ["a sign-in endpoint that refuses", new AuthFailure(403, "No.", "abc"), { kind: "refused", requestId: "abc" }],
  ["a sign-in endpoint without an answer", new Unreachable(null), { kind: "unreachable" }],
  ["a bug", new TypeError("x is undefined"), { kind: "failed", message: "Something went wrong on this page." }],
])("describes the problem of %s", (_name, error, problem) => {
  expect(problemOf(error)).toMatchObject(problem);
});
