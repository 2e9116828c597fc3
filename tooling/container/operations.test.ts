import { expect, it } from "vitest";
import { Environment } from "../../packages/config/src/environment.ts";
import { readRootFile } from "./compose-file.ts";

const page = readRootFile("docs/operations.md");

it("names only existing metrics", () => {
  const files = ["metrics.ts", "webhook-metrics.ts"];
  const metrics = files.map((file) => readRootFile(`packages/rest/src/operations/${file}`)).join("");
  const metricNames = new Set(page.match(/\bknote_(?!qdrant)[a-z_]+/g));
  expect(metricNames.size).toBeGreaterThan(8);
  for (const name of metricNames) expect(metrics).toContain(name);
});

it("names only settings of the server or docker-compose.yml", () => {
  const compose = readRootFile("docker-compose.yml");
  const settingNames = new Set(page.match(/(?<![_\w])[A-Z]+(?:_[A-Z]+)+(?!_)/g));
  const unknown = [...settingNames].filter((name) => !(name in Environment.shape) && !compose.includes(name));
  expect(unknown).toEqual([]);
});
