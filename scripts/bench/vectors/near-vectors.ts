import { createBuiltInEmbedder } from "../../../packages/models/src/index.ts";
import type { BenchNote } from "../corpus.ts";
import type { Random } from "../random.ts";
import { normalise, type VectorShape } from "../seed.ts";

/** Number of claims that are embedded; all other vectors are made from theirs. */
const EMBEDDED_CLAIMS = 500;
/** Length of the random vector that is added: gives neighbours a cosine of about 0.8. */
const DISTANCE = 0.75;

/**
 * Makes up vectors distributed like those of real texts, without embedding all of them: the vector of an embedded
 * claim plus a random one.
 */
export async function nearRealTexts(notes: readonly BenchNote[]): Promise<Required<VectorShape>> {
  const embedder = createBuiltInEmbedder({});
  const claims = notes.slice(0, EMBEDDED_CLAIMS).map(({ title }) => title);
  const embeddings = await embedder.embed(claims, { priority: "live" });
  const { model, dimensions } = embedder;
  await embedder.close();
  const spread = DISTANCE / Math.sqrt(dimensions);
  return {
    model,
    dimensions,
    vector(random) {
      const centre = embeddings[Math.floor(random() * embeddings.length)]!;
      return normalise(centre.map((value) => value + spread * gaussian(random)));
    },
  };
}

/** Returns a normally distributed number, by the Box–Muller transform. */
function gaussian(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
