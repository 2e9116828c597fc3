import type { Account } from "./auth-api.ts";

export function accountName({ login, name, id }: Account): string {
  return login ? `@${login}` : (name ?? id);
}
