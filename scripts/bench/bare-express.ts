/** The floor of who builds with Express: it parses a body and answers JSON of the size that it is told, and does nothing else. */
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
