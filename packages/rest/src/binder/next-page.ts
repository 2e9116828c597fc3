import type { QueryField } from "./query-fields.ts";

/** Returns the `Link` header to the next page: the same known parameters with another cursor. */
export function nextPageLink(path: string, search: string, fields: readonly QueryField[], cursor: string): string {
  const parameters = new URLSearchParams(search);
  const next = new URLSearchParams();
  for (const { name } of fields) {
    if (name !== "cursor") for (const value of parameters.getAll(name)) next.append(name, value);
  }
  next.set("cursor", cursor);
  return `<${path}?${next.toString()}>; rel="next"`;
}
