import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { makeCorpus, readCorpus, type BenchNote } from "./corpus.ts";

export interface Settings {
  /** Numbers of notes of one user. */
  readonly sizes: readonly number[];
  /** How many users with `perUser` notes each; 0 for none. */
  readonly users: number;
  readonly perUser: number;
  readonly seconds: number;
  /** Prefix of the names of the verbs to measure. */
  readonly only: string;
  /** Numbers of clients of the event stream; contenders get the first one. */
  readonly clients: readonly number[];
  readonly contenders: boolean;
  readonly json: string | undefined;
  /** Folder for CPU profiles of Knote's threads. */
  readonly profile: string | undefined;
  readonly corpus: (count: number) => readonly BenchNote[];
}

export function readSettings(args: readonly string[]): Settings {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: "boolean", default: false },
      sizes: { type: "string" },
      users: { type: "string", default: "0" },
      "per-user": { type: "string", default: "100" },
      seconds: { type: "string" },
      only: { type: "string", default: "" },
      clients: { type: "string" },
      alone: { type: "boolean", default: false },
      data: { type: "string" },
      json: { type: "string" },
      profile: { type: "string" },
    },
  });
  const { quick, data } = values;
  return {
    sizes: numbers("sizes", values.sizes ?? (quick ? "1000" : "10000")),
    users: number("users", values.users, 0),
    perUser: number("per-user", values["per-user"]),
    seconds: number("seconds", values.seconds ?? (quick ? "0.5" : "5"), 0.1),
    only: values.only,
    clients: numbers("clients", values.clients ?? (quick ? "500" : "500,1000,10000")),
    contenders: !values.alone,
    json: values.json,
    profile: values.profile && resolve(values.profile),
    corpus: (count) => (data ? readCorpus(data, count) : makeCorpus(count)),
  };
}

function numbers(flag: string, text: string): number[] {
  return text.split(",").map((part) => number(flag, part));
}

function number(flag: string, text: string, least = 1): number {
  const read = Number(text);
  if (text.trim() === "" || !(read >= least)) throw new Error(`--${flag} takes a number from ${least}, not "${text}".`);
  return read;
}
