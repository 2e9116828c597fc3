import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TextEmbedder } from "@knote/api";
import { createBuiltInEmbedder } from "./built-in-embedder.ts";
import { builtInModel } from "./built-in-models.ts";
import { createModelFiles } from "./model-files.ts";
import { createSentencePieces } from "./sentence-pieces.ts";

interface Golden {
  readonly text: string;
  readonly isQuestion: boolean;
  readonly ids: readonly number[];
  /** The package's own vector, less the mean, of length 1. */
  readonly vector: readonly number[];
}

/** `MODELS_DIR=.knote/models EMBEDDING_MODEL=built-in-multilingual npm start` puts the model there: tests fetch nothing. */
const modelsDir = fileURLToPath(new URL("../../../../.knote/models", import.meta.url));
const folder = join(modelsDir, "multilingual-e5-small");
const model = builtInModel("multilingual-e5-small");
const golden: Golden[] = JSON.parse(readFileSync(new URL("golden.json", model.assets), "utf8"));

describe.skipIf(!existsSync(folder))("multilingual embedder, once its weights were fetched", () => {
  let embedder: TextEmbedder;
  beforeAll(() => {
    embedder = createBuiltInEmbedder({ model: "multilingual-e5-small", modelsDir });
  });
  afterAll(() => embedder.close());

  it("cuts texts of ten languages into the reference tokenizer's ids", () => {
    const files = createModelFiles(new URL(`file://${folder}/`), new URL(model.assets), "");
    const encode = createSentencePieces(readFileSync(files("pieces.bin")));
    for (const { text, isQuestion, ids } of golden)
      expect(encode(model.prefixes[isQuestion ? "question" : "note"] + text), text).toEqual(ids);
  });

  it("gives the package's own vectors, less the mean", async () => {
    for (const { text, isQuestion, vector } of golden) {
      const [own] = await embedder.embed([text], { priority: "query", isQuestion });
      expect(cosine(vector, own!), text).toBeGreaterThan(0.995);
    }
  });

  it("finds a note by a question in another language", async () => {
    const notes = ["Die Katze schläft auf dem Sofa.", "Der Vertrag endet im März.", "Owls hunt mice at night."];
    const vectors = await embedder.embed(notes, { priority: "live" });
    for (const [question, place] of [
      ["Where does the cat sleep?", 0],
      ["契約はいつ終わりますか", 1],
      ["¿Qué cazan los búhos?", 2],
    ] as const) {
      const [questionVector] = await embedder.embed([question], { priority: "query", isQuestion: true });
      const cosines = vectors.map((vector) => cosine(vector, questionVector!));
      expect(cosines.indexOf(Math.max(...cosines)), question).toBe(place);
    }
  });

  it("leaves unrelated texts far apart, as the cosines of the other model do", async () => {
    const [cat, contract] = await embedder.embed(["The cat sleeps.", "The contract ends in March."], {
      priority: "live",
    });
    expect(cosine(cat!, contract!)).toBeLessThan(0.5);
  });
});

function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [dot, lengthA, lengthB] = [0, 0, 0];
  for (let index = 0; index < a.length; index++) {
    dot += a[index]! * b[index]!;
    lengthA += a[index]! ** 2;
    lengthB += b[index]! ** 2;
  }
  return dot / Math.sqrt(lengthA * lengthB);
}
