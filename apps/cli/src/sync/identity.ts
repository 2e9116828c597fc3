import { decodeJwt } from "jose";

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
 * Returns the name of the service and user for the state of a folder that was synced with an earlier one. Personal tokens
 * do not say whose they are: then the folder's own word counts.
 */
export function identityFor(earlier: string | null, { place, user }: ServiceOfUser): string {
  const isSamePlace = earlier === place || earlier?.startsWith(`${place} (`) === true;
  return isSamePlace && (user === null || earlier === place) ? earlier : nameOf(place, user);
}

function nameOf(place: string, user: string | null): string {
  return user === null ? place : `${place} (${user})`;
}
