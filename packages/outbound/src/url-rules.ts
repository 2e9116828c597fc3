import { isIP } from "node:net";
import type { AllowList } from "./allow-list.ts";

const MAX_LENGTH = 2_000;
const LOCAL_ENDINGS = [".localhost", ".local", ".internal"];

/** Returns why an address cannot be called, as far as its text tells, in a sentence; null when it can. */
export type UrlRules = (text: string) => string | null;

export function createUrlRules(allowList: AllowList): UrlRules {
  return (text) => {
    if (isLong(text)) return "url must have at most 2,000 characters.";
    const url = URL.parse(text);
    if (url === null || !["http:", "https:"].includes(url.protocol) || url.hostname === "")
      return "url must be an address such as https://example.com/hooks/knote.";
    const { host, port } = targetOf(url);
    if (url.protocol === "http:" && !allowList.names(host, port))
      return "url must begin with https://; http is for hosts that WEBHOOK_ALLOW names.";
    if (url.username !== "" || url.password !== "" || text.includes("#"))
      return "url must hold no user name, password or fragment.";
    if (port < 1_024 && port !== 80 && port !== 443 && !allowList.namesPort(host, port))
      return "url must use port 80, 443 or one from 1024 on.";
    if (!mayBePublic(host, port, allowList))
      return "url must lead to a public address; the operator can allow others with WEBHOOK_ALLOW.";
    return null;
  };
}

/** Returns the host, without the brackets of an IPv6 address or a final dot, and the port of an address. */
export function targetOf(url: URL): { readonly host: string; readonly port: number } {
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
  return { host, port: Number(url.port) || (url.protocol === "https:" ? 443 : 80) };
}

/** Returns false for a host that nobody needs to look up: it is not public, and not allowList. */
function mayBePublic(host: string, port: number, allowList: AllowList): boolean {
  if (isIP(host) !== 0) return allowList.admits(host, host, port);
  if (allowList.names(host, port)) return true;
  const isLocal = !host.includes(".") || LOCAL_ENDINGS.some((ending) => host.endsWith(ending));
  return !isLocal;
}

function isLong(text: string): boolean {
  return text.length > MAX_LENGTH && [...text].length > MAX_LENGTH;
}
