import { resolve } from "node:path";
import { publicAddress } from "@knote/config";
import { CliError } from "../cli-error.ts";

/** One end of a migration, as the command line names it. */
export type Place =
  | { readonly kind: "sqlite"; readonly dataDir: string }
  | { readonly kind: "mongo"; readonly url: string };

/** What the options name: two kinds of places, as one kind is copied by its own means. */
export function parsePlaces(options: { readonly from: string; readonly to: string }): { from: Place; to: Place } {
  const [from, to] = [parsePlace("--from", options.from), parsePlace("--to", options.to)];
  if (from.kind !== to.kind) return { from, to };
  throw new CliError("--from and --to are two kinds of places: one is sqlite:, the other mongodb:.");
}

/** `sqlite:./data`, `mongodb://host/name`, `mongodb+srv://…`, and either of these behind `mongo:`. */
function parsePlace(option: string, text: string): Place {
  const [, scheme, rest] = /^([a-z+]+):(.*)$/s.exec(text) ?? [];
  if (scheme === "sqlite" && rest) return { kind: "sqlite", dataDir: resolve(rest) };
  if (scheme === "mongo" && rest) return { kind: "mongo", url: mongoUrl(rest) };
  if ((scheme === "mongodb" || scheme === "mongodb+srv") && rest) return { kind: "mongo", url: text };
  throw new CliError(`${option} is a place such as sqlite:./data or mongodb://host/name.`);
}

function mongoUrl(rest: string): string {
  return /^mongodb(\+srv)?:/.test(rest) ? rest : `mongodb://${rest.replace(/^\/\//, "")}`;
}

/** For people to read, and to tell places apart: without a password. */
export function placeName(place: Place): string {
  return place.kind === "sqlite" ? `sqlite:${place.dataDir}` : publicAddress(place.url);
}
