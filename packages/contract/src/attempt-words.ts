import type { Attempt } from "./webhook.ts";

const ERROR_SENTENCES: Readonly<Record<NonNullable<Attempt["error"]>, string>> = {
  redirect: "The answer was a redirect, which is not followed.",
  timeout: "No answer within 15 s.",
  name: "The host cannot be found.",
  blocked: "The host leads to an address that is not public.",
  refused: "The connection was refused.",
  broken: "The connection broke.",
  tls: "The certificate is not good for this host.",
  expired: "It waited for 14 days.",
};

/** Says what came of an attempt, for people. */
export function outcomeSentence({ error, status }: Pick<Attempt, "error" | "status">): string {
  return error === null ? `The receiver answered ${status}.` : ERROR_SENTENCES[error];
}

/** Whether the receiver accepted the message: any status 2xx. */
export function isAccepted({ error, status }: Pick<Attempt, "error" | "status">): boolean {
  return error === null && status !== null && status >= 200 && status < 300;
}
