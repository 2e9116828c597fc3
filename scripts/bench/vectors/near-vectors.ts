import { createBuiltInEmbedder } from "../../../packages/models/src/index.ts";
import type { BenchNote } from "../corpus.ts";
import type { Random } from "../random.ts";
import { normalised, type VectorShape } from "../seed.ts";

/** So many claims are embedded; all other vectors are made of theirs. */
const EMBEDDED = 500;
/** Length of what is added: a text and its neighbour have a cosine of about 0.8 then. */
const DISTANCE = 0.75;

/**
 * Vectors that lie as those of real texts do, without embedding all of them: one of an embedded claim, and
 * something in any direction added.
 */
export async function nearRealTexts(notes: readonly BenchNote[]): Promise<Required<VectorShape>> {
  const embedder = createBuiltInEmbedder({});
  const claims = notes.slice(0, EMBEDDED).map(({ title }) => title);
  const embedded = await embedder.embed(claims, { priority: "live" });
  const { model, dimensions } = embedder;
  await embedder.close();
  const spread = DISTANCE / Math.sqrt(dimensions);
  return {
    model,
    dimensions,
    vector(random) {
      const centre = embedded[Math.floor(random() * embedded.length)]!;
      return normalised(centre.map((value) => value + spread * gaussian(random)));
    },
  };
}

/** By Box and Muller. */
function gaussian(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
