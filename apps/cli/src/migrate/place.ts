import { resolve } from "node:path";
import { publicAddress } from "@knote/config";
import { CliError } from "../cli-error.ts";

/** The source or target of a migration, as named on the command line. */
export type Place =
  | { readonly kind: "sqlite"; readonly dataDir: string }
  | { readonly kind: "mongo"; readonly url: string };

/** Parses the options. Two places of one kind are refused: SQLite and MongoDB have their own tools for that. */
export function parsePlaces(options: { readonly from: string; readonly to: string }): { from: Place; to: Place } {
  const [from, to] = [parsePlace("--from", options.from), parsePlace("--to", options.to)];
  if (from.kind !== to.kind) return { from, to };
  throw new CliError("--from and --to must be places of different kinds: one sqlite:, the other mongodb:.");
}

/** Parses `sqlite:./data`, `mongodb://host/name` or `mongodb+srv://…`, the latter two also behind `mongo:`. */
function parsePlace(option: string, text: string): Place {
  const [, scheme, rest] = /^([a-z+]+):(.*)$/s.exec(text) ?? [];
  if (scheme === "sqlite" && rest) return { kind: "sqlite", dataDir: resolve(rest) };
  if (scheme === "mongo" && rest) return { kind: "mongo", url: mongoUrl(rest) };
  if ((scheme === "mongodb" || scheme === "mongodb+srv") && rest) return { kind: "mongo", url: text };
  throw new CliError(`${option} must be a place such as sqlite:./data or mongodb://host/name.`);
}

function mongoUrl(rest: string): string {
  return /^mongodb(\+srv)?:/.test(rest) ? rest : `mongodb://${rest.replace(/^\/\//, "")}`;
}

/** Returns the name of a place without its password, for messages and for the target's mark. */
export function placeName(place: Place): string {
  return place.kind === "sqlite" ? `sqlite:${place.dataDir}` : publicAddress(place.url);
}
