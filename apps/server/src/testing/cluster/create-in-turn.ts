import { type Api, type ApiAnswer, aNoteBody, apiOf, type ServerProcess } from "@knote/testkit";

/** Sends a create; `headers` beside those that every one has. */
export type Create = (title: string, headers?: Readonly<Record<string, string>>) => Promise<ApiAnswer>;

/** Creates notes of a user at one process after another, whether it is there or not. */
export async function createInTurn(servers: readonly ServerProcess[], userId: string): Promise<Create> {
  const apis = await Promise.all(servers.map((server) => apiOf(server, userId)));
  let turn = 0;
  return (title, headers) => createAt(apis[turn++ % apis.length]!, title, headers);
}

export function createAt(api: Api, title: string, headers?: Readonly<Record<string, string>>): Promise<ApiAnswer> {
  return api("POST", "/api/workspace/notes", aNoteBody(title), headers);
}
