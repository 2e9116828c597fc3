import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

/** The parts of a compose file that tests read. */
export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
}

export interface ComposeService {
  readonly image: string;
  readonly build?: string;
  readonly environment?: Readonly<Record<string, string | null>>;
  readonly healthcheck?: object;
  readonly networks: readonly string[];
  readonly ports?: readonly string[];
  readonly restart: string;
  readonly deploy: { readonly resources: { readonly limits: { readonly memory: string } } };
}

const root = join(import.meta.dirname, "../..");

export function readRootFile(name: string): string {
  return readFileSync(join(root, name), "utf8");
}

/** Reads `docker-compose.yml` with resolved anchors and unresolved variables. */
export function readComposeFile(): ComposeFile {
  return parse(readRootFile("docker-compose.yml"), { merge: true });
}
