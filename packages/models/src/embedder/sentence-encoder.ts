import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { BuiltInModel } from "./built-in-models.ts";
import { createModelFiles, type ModelFiles } from "./model-files.ts";
import { createSentencePieces } from "./sentence-pieces.ts";
import { createTokenIds, type TokenIds } from "./token-ids.ts";
import { createWordPieces } from "./word-pieces.ts";

export interface SentenceEncoder {
  /** Returns the text's L2-normalised vector; text beyond the model's window does not count. */
  encode(text: string): Promise<Float32Array>;
}

/**
 * Loads a model. `fetchedFolder` is where the files are of one that is fetched. Throws when its files are damaged or
 * this platform has no runtime.
 */
export async function loadSentenceEncoder(model: BuiltInModel, fetchedFolder: string): Promise<SentenceEncoder> {
  const { InferenceSession, Tensor } = await loadRuntime();
  const files = filesOf(model, fetchedFolder);
  const tokenIds = tokenIdsOf(model, files);
  if (model.isFetched) files("weights.bin");
  const session = await InferenceSession.create(files("model.onnx"), {
    executionProviders: ["cpu"],
    executionMode: "sequential",
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
  });
  const takesMask = session.inputNames.includes("attention_mask");

  return {
    // One text per run: with dynamic int8 a vector would depend on the rest of the batch.
    async encode(text) {
      const ids = tokenIds(text);
      const shape = [1, ids.length];
      const { embedding } = await session.run({
        input_ids: new Tensor("int64", BigInt64Array.from(ids, BigInt), shape),
        ...(takesMask && { attention_mask: new Tensor("int64", new BigInt64Array(ids.length).fill(1n), shape) }),
      });
      // Copied, because the runtime owns its buffers.
      return Float32Array.from(embedding!.data as Float32Array);
    },
  };
}

function filesOf({ assets, isFetched }: BuiltInModel, fetchedFolder: string): ModelFiles {
  const shippedFolder = new URL(assets);
  if (!isFetched) return createModelFiles(shippedFolder, shippedFolder, "Install Knote again.");
  const remedy = `Remove ${fetchedFolder} and start Knote again: it fetches the model again.`;
  return createModelFiles(pathToFileURL(`${fetchedFolder}/`), shippedFolder, remedy);
}

function tokenIdsOf({ tokenizer, maxTokens }: BuiltInModel, files: ModelFiles): TokenIds {
  if (tokenizer === "sentence-pieces")
    return createTokenIds(createSentencePieces(readFileSync(files("pieces.bin"))), maxTokens);
  const [pieces, config] = ["tokenizer.json", "tokenizer_config.json"].map((name): object =>
    JSON.parse(readFileSync(files(name), "utf8")),
  );
  return createTokenIds(createWordPieces(pieces!, config!), maxTokens);
}

/** The native library is built for glibc Linux, Windows and Apple silicon. */
async function loadRuntime(): Promise<typeof import("onnxruntime-node")> {
  try {
    return await import("onnxruntime-node");
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split("\n", 1)[0] : String(cause);
    throw new Error(
      `onnxruntime-node does not load on this platform (${process.platform} ${process.arch}): ${reason}`,
      { cause },
    );
  }
}
