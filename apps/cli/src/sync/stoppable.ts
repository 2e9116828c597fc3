import type { FileSystem, SyncServer } from "@knote/sync";
import { CliError } from "../cli-error.ts";

/** Somebody ended the sync. Whatever was under way is done, and the next sync goes on from there. */
export class Interruption extends CliError {
  override readonly name = "Interruption";

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
    if (signal.aborted) throw new Interruption();
  };
  const unlessStopped =
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
      identityFor: server.identityFor,
      heads: unlessStopped(server.heads),
      read: unlessStopped(server.read),
      revisions: unlessStopped(server.revisions),
      update: unlessStopped(server.update),
      create: unlessStopped(server.create),
      delete: unlessStopped(server.delete),
      restore: unlessStopped(server.restore),
      links: unlessStopped(server.links),
      addLinks: unlessStopped(server.addLinks),
      removeLink: unlessStopped(server.removeLink),
    },
  };
}
