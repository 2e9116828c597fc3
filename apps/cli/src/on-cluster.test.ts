import { createTestCluster, settingsFor } from "@knote/storage-mongo/testing";
import { withCluster } from "@knote/testkit";
import { describe, expect, it, vi } from "vitest";
import { tempFolder } from "./testing/temp-folder.ts";

const JWT_SECRET = "a secret of the tests, of 32 bytes or more";
/** A cluster at ports where nothing listens. */
const NOWHERE = {
  MONGODB_URL: "mongodb://me:p4ssw0rd@127.0.0.1:1/knote",
  QDRANT_URL: "http://127.0.0.1:1",
  JWT_SECRET,
};

// Machines can be busy, and the stand-ins are slower than real servers.
vi.setConfig({ testTimeout: 300_000 });

describe("commands that need a data folder", () => {
  it.each([
    [["backup", "notes.db"], 1, "mongodump"],
    [["restore", "notes.db"], 1, "mongorestore"],
    [["doctor"], 2, "MongoDB"],
  ] as const)("%o names what to use instead", async (args, code, instead) => {
    await using folder = await tempFolder();
    const outcome = await folder.knote(args, NOWHERE);
    expect(outcome).toMatchObject({ code, stdout: "", stderr: expect.stringContaining(instead) });
    expect(outcome.stderr).toMatch(/^The data is in MongoDB, not in a folder: [^\n]+\.\n$/);
  });

  it("open needs the public address", async () => {
    await using folder = await tempFolder();
    const { code, stderr } = await folder.knote(["open"], NOWHERE);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: "Set PUBLIC_URL: without it the address of a cluster's servers is unknown.\n",
    });
  });
});

it("reports in a sentence that MongoDB is away, and does not need it for tokens", async () => {
  await using folder = await tempFolder();
  expect(await folder.knote(["tier", "github:1", "pro"], NOWHERE)).toEqual({
    code: 1,
    stdout: "",
    stderr: "The database cannot be reached.\n",
  });
  expect(await folder.knote(["token"], NOWHERE)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^ey/) });
});

withCluster((urls) => {
  it("works on the data of a cluster", async () => {
    await using cluster = await createTestCluster(urls);
    await using folder = await tempFolder();
    const env = { ...settingsFor(cluster, urls), JWT_SECRET };
    expect(await folder.knote(["tier", "github:1", "pro"], env)).toEqual({
      code: 0,
      stdout: "github:1 now has the tier pro.\n",
      stderr: "",
    });
    expect(await folder.knote(["reindex"], env)).toMatchObject({
      code: 1,
      stderr: "No notes are embedded yet: the server embeds them when it runs.\n",
    });
    const { stdout } = await folder.knote(["open"], { ...env, PUBLIC_URL: "https://notes.example.com" });
    expect(stdout).toMatch(/^https:\/\/notes\.example\.com\/auth\/local\?code=[\w-]{43}\n$/);
    const storage = await cluster.open();
    expect(await storage.users.ensure("github:1", "free")).toBe("pro");
    await storage.close();
  });
});
