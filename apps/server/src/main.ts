import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

// Saves the next start from compiling everything again; hence the import after it.
enableCompileCache(fileURLToPath(new URL("../../../.knote/compiled", import.meta.url)));
const { runServer } = await import("./run-server.ts");
await runServer(process.env);
