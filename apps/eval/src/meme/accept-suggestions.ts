import { Link, Suggestions } from "@knote/contract";
import type { ServiceClient } from "../service/service-client.ts";

const REST_RELATIONS: readonly string[] = ["depends_on", "derived_from"];
const MOST_SUGGESTIONS = 20;

/** A rest link between notes, named by their ids. */
export interface RestPair {
  readonly source: string;
  readonly target: string;
}

/** Links whatever the rules suggest that a note rests on, right or wrong, as nobody should. */
export async function acceptSuggestions(
  client: ServiceClient,
  user: string,
  noteIds: Iterable<string>,
): Promise<RestPair[]> {
  const pairs: RestPair[] = [];
  for (const source of noteIds) {
    const path = `/api/workspace/notes/${source}/suggestions?rules=true&limit=${MOST_SUGGESTIONS}`;
    const { suggestions } = await client.call({ user, method: "GET", path, schema: Suggestions });
    for (const { relation, target_id: target } of suggestions) {
      if (!REST_RELATIONS.includes(relation)) continue;
      const body = { source_id: source, target_id: target, relation };
      await client.call({ user, method: "POST", path: "/api/workspace/links", body, schema: Link });
      pairs.push({ source, target });
    }
  }
  return pairs;
}
