import {
  copyFileSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { createInflateRaw } from "node:zlib";
import { type WeightsLayout, writeWeights } from "./four-bit-weights.ts";
import { sha256 } from "./model-files.ts";

/** The package that holds the weights. */
interface Source {
  readonly title: string;
  readonly url: string;
  readonly sha256: string;
  readonly megabytes: number;
  /** Where the deflated weights stand in the archive: they never move, as its digest is known. */
  readonly start: number;
  readonly end: number;
}

/**
 * Puts the model's files into the folder unless it exists: fetches the package that `source.json` of the assets names,
 * compares its digest and turns its weights into ours.
 */
export async function fetchModel(assets: URL, folder: string, onFetch: (what: string) => void): Promise<void> {
  if (existsSync(folder)) return;
  const source: Source = JSON.parse(readAsset(assets, "source.json"));
  onFetch(`fetching ${source.title}, ${source.megabytes} MB, once`);
  mkdirSync(dirname(folder), { recursive: true });
  const temporary = mkdtempSync(join(dirname(folder), `.${basename(folder)}-`));
  try {
    const archive = join(temporary, "archive");
    await download(source, archive, folder);
    const model = join(temporary, "model");
    mkdirSync(model);
    await unpack(source, archive, assets, model);
    moveUnlessThere(model, folder);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

async function download({ title, url, sha256: digest }: Source, archive: string, folder: string): Promise<void> {
  try {
    const response = await fetch(url);
    if (!response.ok || response.body === null) throw new Error(`the server answered ${response.status}`);
    await pipeline(Readable.fromWeb(response.body as never), createWriteStream(archive));
  } catch (cause) {
    const reason =
      cause instanceof Error ? (cause.cause instanceof Error ? cause.cause.message : cause.message) : cause;
    throw new Error(
      `${title} cannot be fetched from ${new URL(url).host}: ${String(reason)}. Start Knote again with a connection, or copy the folder ${folder} from an installation that has it.`,
      { cause },
    );
  }
  if (sha256(archive) !== digest)
    throw new Error(`What ${new URL(url).host} sent is not ${title} as Knote knows it: its digest is another.`);
}

async function unpack({ start, end }: Source, archive: string, assets: URL, model: string): Promise<void> {
  const layout: WeightsLayout = JSON.parse(readAsset(assets, "layout.json"));
  const weights = join(dirname(archive), "weights");
  await pipeline(createReadStream(archive, { start, end: end - 1 }), createInflateRaw(), createWriteStream(weights));
  writeWeights(weights, layout, join(model, "weights.bin"));
  const [from, length] = layout.pieces;
  const pieces = createReadStream(weights, { start: from, end: from + length - 1 });
  await pipeline(pieces, createWriteStream(join(model, "pieces.bin")));
  copyFileSync(fileURLToPath(new URL("model.onnx", assets)), join(model, "model.onnx"));
}

/** Another process may have fetched the same meanwhile. */
function moveUnlessThere(model: string, folder: string): void {
  try {
    renameSync(model, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}

function readAsset(assets: URL, name: string): string {
  return readFileSync(new URL(name, assets), "utf8");
}
