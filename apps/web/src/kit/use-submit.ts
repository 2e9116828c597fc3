import { type FormEvent, useState } from "react";
import { problemOf } from "./errors.ts";

export interface Submission {
  /** For `onSubmit` of a form. Does nothing while the work is under way. */
  readonly submit: (event: FormEvent) => void;
  readonly isBusy: boolean;
  /** Why the work failed the last time, for people. */
  readonly problem: string | null;
}

/** Does a form's work once at a time. The form is gone after a success, so it stays busy. */
export function useSubmit(work: () => Promise<void>): Submission {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setProblem(problemOf(error).message);
      setBusy(false);
    }
  };
  return {
    submit(event) {
      event.preventDefault();
      if (!isBusy) void run();
    },
    isBusy,
    problem,
  };
}
