import type { FileSystem, SyncServer } from "@knote/sync";
import { CliError } from "../cli-error.ts";

/** Somebody ended the sync. Whatever was under way is done, and the next sync goes on from there. */
export class Stopped extends CliError {
  override readonly name = "Stopped";

  constructor() {
    super("Stopped. The next sync goes on from here.");
  }
}

/** A file that is written begins here; the state of the folder has another ending. */
const NEW_FILE = /^\.knote\/tmp\/.*\.md$/;

/** Lets no act begin once the signal has come. What a sync remembers can still be written. */
export function stoppable<Ports extends { readonly files: FileSystem; readonly server: SyncServer }>(
  ports: Ports,
  signal: AbortSignal,
): Ports {
  const { files, server } = ports;
  const refuse = () => {
    if (signal.aborted) throw new Stopped();
  };
  const guarded =
    <Input extends readonly unknown[], Result>(call: (...input: Input) => Promise<Result>) =>
    async (...input: Input): Promise<Result> => {
      refuse();
      return await call(...input);
    };
  return {
    ...ports,
    files: {
      ...files,
      create: async (path, bytes, mode) => {
        if (NEW_FILE.test(path)) refuse();
        await files.create(path, bytes, mode);
      },
    },
    server: {
      identity: server.identity,
      heads: guarded(server.heads),
      read: guarded(server.read),
      revisions: guarded(server.revisions),
      update: guarded(server.update),
      create: guarded(server.create),
      delete: guarded(server.delete),
      restore: guarded(server.restore),
      links: guarded(server.links),
      addLinks: guarded(server.addLinks),
      removeLink: guarded(server.removeLink),
    },
  };
}
