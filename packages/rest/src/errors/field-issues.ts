import type { FieldIssue } from "@knote/contract";
import type * as z from "zod";

/** What zod found, as the interface tells it: dotted paths, or with `flat` their first step alone. */
export function fieldIssues(error: z.core.$ZodError, flat: boolean): FieldIssue[] {
  const issues = error.issues.map((issue) => ({
    path: (flat ? issue.path.slice(0, 1) : issue.path).join("."),
    message: messageOf(issue),
  }));
  return flat ? issues.filter((issue, index) => issues.findIndex(({ path }) => path === issue.path) === index) : issues;
}

/** Of a parameter that may stand once or several times, what is wrong with the one. */
function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== "invalid_union") return issue.message;
  const [first] = issue.errors.toSorted((one, other) => depth(other) - depth(one));
  return first?.[0]?.message ?? issue.message;
}

/** A branch that failed inside came closer than one that failed on the whole. */
function depth(issues: readonly z.core.$ZodIssue[]): number {
  return Math.max(0, ...issues.map((issue) => issue.path.length));
}
