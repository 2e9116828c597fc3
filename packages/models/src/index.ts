export { createExtractModel } from "./answers/extract-model.ts";
export { createSynthesisModel } from "./answers/synthesis-model.ts";
export { createBuiltInEmbedder } from "./embedder/built-in-embedder.ts";
