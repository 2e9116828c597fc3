import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

// The cache saves the next start from compiling everything, but only modules imported after this call.
enableCompileCache(fileURLToPath(new URL("../../../.knote/compiled", import.meta.url)));
const { runServer } = await import("./run-server.ts");
await runServer(process.env);
