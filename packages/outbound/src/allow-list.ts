import type { BlockList } from "node:net";
import { blockList, includesAddress, isMetadata, isPublic, plainAddress } from "./addresses.ts";

/** What the operator allows beyond what is public; a `port` of null means every port. */
export type AllowEntry =
  | { readonly kind: "name"; readonly name: string; readonly port: number | null }
  | { readonly kind: "network"; readonly address: string; readonly bits: number; readonly port: number | null };

export interface AllowList {
  /** Returns whether an entry is this very host and port: a name, or an address. */
  names(host: string, port: number): boolean;
  /** Returns whether an entry is this very host with this very port. */
  namesPort(host: string, port: number): boolean;
  /** Returns whether a host at this address may be called. */
  admits(address: string, host: string, port: number): boolean;
}

export function createAllowList(entries: readonly AllowEntry[]): AllowList {
  const networks = entries.flatMap((entry) =>
    entry.kind === "network" ? [{ ...entry, list: blockList([`${entry.address}/${entry.bits}`]) }] : [],
  );
  const fits = (entry: AllowEntry, port: number) => entry.port === null || entry.port === port;
  const entriesOf = (host: string) => {
    const address = plainAddress(host);
    const ofAddress = networks.filter((network) => address !== null && isSingle(network.bits, network.list, address));
    return [...entries.filter((entry) => entry.kind === "name" && entry.name === host), ...ofAddress];
  };
  const names = (host: string, port: number) => entriesOf(host).some((entry) => fits(entry, port));
  return {
    names,
    namesPort: (host, port) => entriesOf(host).some((entry) => entry.port === port),
    admits(address, host, port) {
      if (isPublic(address)) return true;
      if (isMetadata(address)) return names(address, port);
      const isInNetwork = networks.some((entry) => fits(entry, port) && includesAddress(entry.list, address));
      return isInNetwork || (plainAddress(address) !== null && names(host, port));
    },
  };
}

/** Returns whether a network is a single address: this one. */
function isSingle(bits: number, list: BlockList, address: string): boolean {
  return bits === (address.includes(":") ? 128 : 32) && includesAddress(list, address);
}
