import { type Api, type ApiAnswer, aNoteBody, apiOf, type ServerProcess } from "@knote/testkit";

/** Sends a create, with additional `headers`. */
export type Create = (title: string, headers?: Readonly<Record<string, string>>) => Promise<ApiAnswer>;

/** Creates a user's notes at one process after another, whether it runs or not. */
export async function createInTurn(servers: readonly ServerProcess[], userId: string): Promise<Create> {
  const apis = await Promise.all(servers.map((server) => apiOf(server, userId)));
  let turn = 0;
  return (title, headers) => createAt(apis[turn++ % apis.length]!, title, headers);
}

export function createAt(api: Api, title: string, headers?: Readonly<Record<string, string>>): Promise<ApiAnswer> {
  return api("POST", "/api/workspace/notes", aNoteBody(title), headers);
}
