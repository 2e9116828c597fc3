import { expect, it } from "vitest";
import { readRootFile } from "./compose-file.ts";

const dockerfile = readRootFile("Dockerfile");

it("builds and runs on one pinned Node that Knote runs on", () => {
  const [, major, minor] = /^ARG NODE_IMAGE=node:(\d+)\.(\d+)\.\d+-trixie-slim$/m.exec(dockerfile) ?? [];
  expect(Number(major)).toBe(24);
  expect(Number(minor)).toBeGreaterThanOrEqual(12);
  expect([...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)).toEqual([
    "${NODE_IMAGE}",
    "${NODE_IMAGE}",
  ]);
});

it("starts the server like `npm start`, and not as root", () => {
  const bootstrap = readRootFile("bootstrap.mjs");
  const [, flags] = /^const SERVER_FLAGS = (\[.*\]);$/m.exec(bootstrap) ?? [];
  const [, command] = /^CMD (\[.*\])$/m.exec(dockerfile) ?? [];
  expect(JSON.parse(command!)).toEqual(["node", ...JSON.parse(flags!), "server.js"]);
  const [, trim] = /MALLOC_TRIM_THRESHOLD_: "(\d+)"/.exec(bootstrap) ?? [];
  expect(dockerfile).toContain(`MALLOC_TRIM_THRESHOLD_=${trim} `);
  expect(dockerfile.lastIndexOf("\nUSER node\n")).toBeGreaterThan(dockerfile.lastIndexOf("\nFROM "));
});

it("sends no settings, data, history or installed packages to the build", () => {
  const ignoreList = readRootFile(".dockerignore").split("\n");
  expect(ignoreList).toEqual(expect.arrayContaining([".env", ".git", "**/node_modules", "**/dist", ".knote", "data"]));
});
