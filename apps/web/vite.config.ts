import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compress } from "./vite/compress.ts";
import { pastProcedures } from "./vite/past-procedures.ts";
import { publicProcedures } from "./vite/public-procedures.ts";
import { serviceWorker } from "./vite/service-worker.ts";
import { sizeLimit } from "./vite/size-limit.ts";
import { withoutDocument } from "./vite/without-document.ts";

/** `npm start` listens here; `npm run dev` serves the pages and proxies their requests to it. */
const SERVER = "http://127.0.0.1:8420";
const SERVER_PATHS = ["/api", "/auth", "/docs", "/health", "/openapi.json", "/trpc"];

export default defineConfig({
  plugins: [react(), tailwind(), sizeLimit(200_000), serviceWorker(), compress()],
  define: { PUBLIC_PROCEDURES: publicProcedures(), PAST_PROCEDURES: pastProcedures() },
  build: {
    outDir: "dist",
    target: "baseline-widely-available",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  worker: { format: "es", plugins: () => [withoutDocument()] },
  server: { host: "127.0.0.1", proxy: Object.fromEntries(SERVER_PATHS.map((path) => [path, SERVER])) },
});
