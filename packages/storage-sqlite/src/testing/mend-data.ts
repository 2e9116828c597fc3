import { mendData } from "../operations/doctor/examine-data.ts";

// Mends a folder in a process of its own, which the test kills midway.
const [dataDir] = process.argv.slice(2);
process.stdout.write("mending\n");
mendData({ dataDir: dataDir! });
