import type { FieldIssue } from "@knote/contract";
import type * as z from "zod";

/** Turns zod's issues into the documented ones: dotted paths, or with `flat` only their first step. */
export function fieldIssues(error: z.core.$ZodError, flat: boolean): FieldIssue[] {
  const issues = error.issues.map((issue) => ({
    path: (flat ? issue.path.slice(0, 1) : issue.path).join("."),
    message: messageOf(issue),
  }));
  return flat ? issues.filter((issue, index) => issues.findIndex(({ path }) => path === issue.path) === index) : issues;
}

/** For a union, such as one value or a list, returns the message of the branch that came closest. */
function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== "invalid_union") return issue.message;
  const [first] = issue.errors.toSorted((one, other) => depth(other) - depth(one));
  return first?.[0]?.message ?? issue.message;
}

/** The deeper a branch failed, the closer it came. */
function depth(issues: readonly z.core.$ZodIssue[]): number {
  return Math.max(0, ...issues.map((issue) => issue.path.length));
}
