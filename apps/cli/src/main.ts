import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

// Lets the next run reuse the compiled code. The import must come after this call.
enableCompileCache(fileURLToPath(new URL("../../../.knote/compiled", import.meta.url)));
const { runCli } = await import("./run-cli.ts");
await runCli(process.argv, process.env);
