/** The floor for an Express app: parses a body and answers with JSON of the requested size, and does nothing else. */
import type { AddressInfo } from "node:net";
import express from "express";

const app = express();
app.use(express.json());
app.use((request, response) => {
  const size = Number(request.query["size"] ?? 2);
  response.json("x".repeat(Math.max(0, size - 2)));
});
const server = app.listen(0, "127.0.0.1", () =>
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
process.on("SIGTERM", () => process.exit(0));
