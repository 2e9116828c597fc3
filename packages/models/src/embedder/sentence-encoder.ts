import { readModelFiles } from "./model-files.ts";
import { createTokenIds } from "./token-ids.ts";

const MAX_TOKENS = 256;

export interface SentenceEncoder {
  /** Returns the text's L2-normalised vector; text beyond the model's window does not count. */
  encode(text: string): Promise<Float32Array>;
}

/** Loads the model of `folder`. Throws when its files are damaged or this platform has no runtime. */
export async function loadSentenceEncoder(folder: URL): Promise<SentenceEncoder> {
  const { InferenceSession, Tensor } = await loadRuntime();
  const files = readModelFiles(folder);
  const tokenIds = createTokenIds(files.tokenizer, files.tokenizerConfig, MAX_TOKENS);
  const session = await InferenceSession.create(files.modelPath, {
    executionProviders: ["cpu"],
    executionMode: "sequential",
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
  });

  return {
    // One text per run: with dynamic int8 a vector would depend on the rest of the batch.
    async encode(text) {
      const ids = tokenIds(text);
      const shape = [1, ids.length];
      const { embedding } = await session.run({
        input_ids: new Tensor("int64", BigInt64Array.from(ids, BigInt), shape),
        attention_mask: new Tensor("int64", new BigInt64Array(ids.length).fill(1n), shape),
      });
      // Copied, because the runtime owns its buffers.
      return Float32Array.from(embedding!.data as Float32Array);
    },
  };
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
