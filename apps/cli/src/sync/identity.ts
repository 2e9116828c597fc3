import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { codeOf, HOME } from "@knote/sync";
import { decodeJwt } from "jose";
import { CliError } from "../cli-error.ts";

/** A service, and whose notes of it are meant. */
export interface ServiceOfUser {
  /** Its address, or its data folder where that finds it: the address can change then. */
  readonly place: string;
  /** Null where the token does not say it. */
  readonly user: string | null;
}

/** Returns the user that an access token is of; null for one that only the service can read. */
export function userOfToken(token: string): string | null {
  try {
    const { sub } = decodeJwt(token);
    return typeof sub === "string" ? sub : null;
  } catch {
    return null;
  }
}

/**
 * Returns the name of the service and user for the state of a folder. Throws a `CliError` when the folder is synced with
 * another one. Personal tokens do not say whose they are: then the folder's own word counts.
 */
export async function identityFor(root: string, { place, user }: ServiceOfUser): Promise<string> {
  const identity = nameOf(place, user);
  const earlier = await earlierIdentity(root);
  if (earlier === null || earlier === identity) return identity;
  const isSamePlace = earlier === place || earlier.startsWith(`${place} (`);
  if (isSamePlace && (user === null || earlier === place)) return earlier;
  throw new CliError(
    `The folder is synced with ${earlier}, not with ${identity}. If the notes are the same ones under a new address, remove ${HOME}/sync.json: files and notes then find each other again.`,
  );
}

function nameOf(place: string, user: string | null): string {
  return user === null ? place : `${place} (${user})`;
}

async function earlierIdentity(root: string): Promise<string | null> {
  try {
    const state = JSON.parse(await readFile(join(root, HOME, "sync.json"), "utf8")) as { readonly server?: unknown };
    return typeof state.server === "string" ? state.server : null;
  } catch (error) {
    // Unreadable state counts as none.
    if (error instanceof SyntaxError || error instanceof TypeError || codeOf(error) !== "") return null;
    throw error;
  }
}
