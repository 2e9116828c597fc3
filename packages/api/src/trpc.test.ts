import { getTRPCErrorShape, TRPCError } from "@trpc/server";
import { describe, expect, it } from "vitest";
import { appRouter } from "./app-router.ts";
import { DomainError, invalid } from "./errors.ts";

describe("an error as callers see it", () => {
  it("carries a refusal's sentence and its fields", () => {
    const cause = invalid("state", "state can be set to archived or active.");
    const shape = shapeOf(new TRPCError({ code: "UNPROCESSABLE_CONTENT", message: cause.message, cause }));
    expect(shape.message).toBe("state can be set to archived or active.");
    expect(shape.data).toMatchObject({ code: "UNPROCESSABLE_CONTENT", httpStatus: 422, issues: [{ path: "state" }] });
  });

  it("never carries the message of an unknown failure, nor a stack", () => {
    const secret = "SQLITE_CORRUPT: /home/ada/knote.db";
    const shape = shapeOf(new TRPCError({ code: "INTERNAL_SERVER_ERROR", message: secret, cause: new Error(secret) }));
    expect(shape.message).toBe("Internal server error.");
    expect(JSON.stringify(shape)).not.toContain("ada");
    expect(shape.data).not.toHaveProperty("stack");
    expect(shape.data.issues).toBeNull();
  });
});

describe("DomainError", () => {
  it("is recognised by its mark, also from another copy of the package", () => {
    expect(DomainError.is(new DomainError("NOT_FOUND", "Note not found."))).toBe(true);
    expect(DomainError.is(Object.assign(new Error("copy"), { [Symbol.for("knote.DomainError")]: true }))).toBe(true);
    for (const other of [new Error("no"), null, undefined, "NOT_FOUND", { code: "NOT_FOUND" }])
      expect(DomainError.is(other)).toBe(false);
  });

  it("does not show its mark when printed", () => {
    expect(Object.keys(new DomainError("NOT_FOUND", "Note not found."))).not.toContain("knote.DomainError");
    expect(JSON.stringify(new DomainError("NOT_FOUND", "Note not found."))).not.toContain("true");
  });
});

function shapeOf(error: TRPCError) {
  return getTRPCErrorShape({
    config: appRouter._def._config,
    error,
    type: "query",
    path: "notes.get",
    input: undefined,
    ctx: undefined,
  });
}
