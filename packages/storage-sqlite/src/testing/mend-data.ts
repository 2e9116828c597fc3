import { mendData } from "../operations/doctor/examine-data.ts";

// Mends a folder in a process of its own, to be killed on its way.
const [dataDir] = process.argv.slice(2);
process.stdout.write("mending\n");
mendData({ dataDir: dataDir! });
