import { Command } from "commander";
import { migrate } from "./migrate.ts";
import { openPlace } from "./open-place.ts";
import { parsePlaces, type Place, placeName } from "./place.ts";

interface MigrateOptions {
  readonly from: string;
  readonly to: string;
  readonly withoutWaiting?: boolean;
}

const HELP = `
A place is sqlite:<data folder> or the address of a MongoDB, mongodb://host/name. The Qdrant that belongs to
it is set as for the server: QDRANT_URL, QDRANT_API_KEY, STORAGE_PREFIX.

Stop all servers of both places first. A place that a server uses is refused, but nothing prevents a server
from starting on MongoDB while its data is read. The target must be empty. After an interruption, run the same
command again to resume; until it has compared both sides, no server starts on the target. The source is not
changed.

Notes are copied with their ids, times, revisions, keys and vectors, deleted ones too; also links, looks, stances,
users, tiers, sessions, access tokens, usage, idempotency keys and webhooks, whose log begins again. The activity
stream begins again, and unused sign-in links are not valid in the target.`;

export function migrateCommand(environment: NodeJS.ProcessEnv): Command {
  return new Command("migrate")
    .description("Copy all data from a data folder to MongoDB and Qdrant, or back; the servers must be stopped.")
    .requiredOption("--from <place>", "the source of the data")
    .requiredOption("--to <place>", "the target; must be empty")
    .option("--without-waiting", "leave out what still waits for webhooks")
    .addHelpText("after", HELP)
    .action((options: MigrateOptions) => run(options, environment));
}

async function run(options: MigrateOptions, environment: NodeJS.ProcessEnv): Promise<void> {
  const { from, to } = parsePlaces(options);
  await using sides = new AsyncDisposableStack();
  const open = async (place: Place, role: "source" | "target") =>
    sides.adopt(await openPlace(place, role, environment), (side) => side.close());
  const [source, target] = [await open(from, "source"), await open(to, "target")];
  const { withoutWaiting = false } = options;
  const isSame = await migrate({ source, target, from: placeName(from), to: placeName(to), withoutWaiting });
  if (!isSame) process.exitCode = 1;
}
