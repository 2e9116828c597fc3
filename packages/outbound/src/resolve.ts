import { lookup, Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import type { AllowList } from "./allow-list.ts";
import { CallError } from "./call-error.ts";

export interface ResolveOptions {
  readonly allowList: AllowList;
  /** Name servers instead of the system's, each `<address>:<port>`. */
  readonly nameServers?: readonly string[] | undefined;
  /** How long one question to a name server may take; it is asked twice. */
  readonly queryMs: number;
}

/** An address that was checked, and may be connected to. */
export interface CheckedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

const TRIES = 2;
/** What the resolver says when no name server answered, or when it was told to wait no longer. */
const NO_ANSWER = ["ETIMEOUT", "ECANCELLED"];

/**
 * Returns the addresses of a host, all of which may be called. Throws a `CallError`: one address that may not be called
 * blocks the host, as a mixed answer is an attack or a mistake.
 */
export async function resolveHost(host: string, port: number, options: ResolveOptions): Promise<CheckedAddress[]> {
  const { allowList } = options;
  const addresses = isIP(host) === 0 ? await addressesOf(host, port, options) : [host];
  if (addresses.length === 0) throw new CallError("name");
  if (!addresses.every((address) => allowList.admits(address, host, port))) throw new CallError("blocked");
  return addresses.map((address) => ({ address, family: isIP(address) === 4 ? 4 : 6 }));
}

async function addressesOf(host: string, port: number, options: ResolveOptions): Promise<string[]> {
  // A name of the operator's own can stand in the hosts file, or be known to the container network alone.
  const isOwn = options.allowList.names(host, port);
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, options.queryMs * TRIES);
  try {
    return await (isOwn ? bySystem(host, late.promise) : byNameServers(host, late.promise, options));
  } finally {
    clearTimeout(timer);
  }
}

async function bySystem(host: string, late: Promise<void>): Promise<string[]> {
  const answer = lookup(host, { all: true }).catch((error: unknown) => {
    throw new CallError("name", { cause: error });
  });
  const addresses = await Promise.race([answer, late]);
  if (!addresses) throw new CallError("timeout");
  return addresses.map(({ address }) => address);
}

/**
 * Asks name servers directly: `dns.lookup` would hold one of the few threads that also write to the disk, so that slow
 * name servers of others would stop every write of the service.
 */
async function byNameServers(host: string, late: Promise<void>, options: ResolveOptions): Promise<string[]> {
  const resolver = new Resolver({ timeout: options.queryMs, tries: TRIES });
  if (options.nameServers) resolver.setServers(options.nameServers);
  const addresses: string[] = [];
  let hasTimedOut = false;
  const question = async (answer: Promise<string[]>) => {
    try {
      addresses.push(...(await answer));
    } catch (error) {
      hasTimedOut ||= NO_ANSWER.includes(codeOf(error));
    }
  };
  const questions = Promise.all([question(resolver.resolve4(host)), question(resolver.resolve6(host))]);
  // A name server that answers one of the two questions has answered enough.
  await Promise.race([questions, late]);
  resolver.cancel();
  await questions;
  if (addresses.length === 0 && hasTimedOut) throw new CallError("timeout");
  return addresses;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
