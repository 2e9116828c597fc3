import * as z from "zod";

const Reply = z.object({
  data: z.array(z.object({ index: z.int().nullish(), embedding: z.union([z.string(), z.array(z.number())]) })),
});

/** Returns the L2-normalised vectors in the order of the texts. Throws unless it has `count` of one length. */
export function readEmbeddings(reply: unknown, count: number): Float32Array[] {
  const { data } = Reply.parse(reply);
  if (data.length !== count) throw new Error("The reply has more or fewer vectors than texts.");
  const vectors: Float32Array[] = [];
  data.forEach(({ index, embedding }, place) => {
    vectors[index ?? place] = normalise(
      typeof embedding === "string" ? decode(embedding) : Float32Array.from(embedding),
    );
  });
  const dimensions = vectors[0]?.length;
  for (let place = 0; place < count; place++) {
    if (vectors[place]?.length !== dimensions) throw new Error("Vectors are missing or differ in length.");
  }
  return vectors;
}

function decode(base64: string): Float32Array {
  const bytes = Buffer.from(base64, "base64");
  const values = new Float32Array(Math.floor(bytes.length / 4));
  for (let place = 0; place < values.length; place++) values[place] = bytes.readFloatLE(place * 4);
  return values;
}

function normalise(vector: Float32Array): Float32Array {
  const norm = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  if (!(norm > 0 && Number.isFinite(norm))) throw new Error("A vector has no direction.");
  return vector.map((value) => value / norm);
}
