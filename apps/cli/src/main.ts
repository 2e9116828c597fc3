import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

// Saves the next call from compiling everything again; hence the import after it.
enableCompileCache(fileURLToPath(new URL("../../../.knote/compiled", import.meta.url)));
const { runCli } = await import("./run-cli.ts");
await runCli(process.argv, process.env);
