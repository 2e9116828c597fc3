import { expect, it } from "vitest";
import { parseConfig } from "./parse-config.ts";
import { hostsOf, publicAddress, storagePlace } from "./storage-place.ts";

it("is the data folder of the embedded engines", () => {
  expect(storagePlace(parseConfig({ DATA_DIR: "/var/lib/knote" }).storage)).toBe("/var/lib/knote");
});

it("names the hosts of a cluster, and no secret", () => {
  const { storage } = parseConfig({
    MONGODB_URL: "mongodb://me:s3cret@one:27017,two/knote?tlsCertificateKeyFilePassword=s3cret",
    QDRANT_URL: "https://vectors:6333/path",
    QDRANT_API_KEY: "s3cret",
    JWT_SECRET: "s3cret".repeat(8),
  });
  expect(storagePlace(storage)).toBe("MongoDB at one:27017,two, vectors in Qdrant at vectors:6333");
  const withRedis = { ...storage, redisUrl: "rediss://me:s3cret@bus:6380/1" };
  expect(storagePlace(withRedis)).toMatch(/vectors:6333, events in Redis at bus:6380$/);
});

it.each([
  ["mongodb+srv://me:s3cret@db.example.com", "db.example.com"],
  ["redis://:s3cret@bus", "bus"],
  ["redis://[::1]:6379", "[::1]:6379"],
  ["nonsense s3cret", "its address"],
])("shows only the hosts of %s", (url, hosts) => {
  expect(hostsOf(url)).toBe(hosts);
});

it.each([
  ["mongodb://ada:s3cret@one:1,two:2/knote?authSource=admin", "mongodb://one:1,two:2/knote"],
  ["mongodb://ada:s3@cret@one/knote#s3cret", "mongodb://one/knote"],
  ["mongodb+srv://db.example.com", "mongodb+srv://db.example.com"],
  ["nonsense s3cret", "its address"],
])("shows no secret of %s", (url, expectedAddress) => {
  expect(publicAddress(url)).toBe(expectedAddress);
});
