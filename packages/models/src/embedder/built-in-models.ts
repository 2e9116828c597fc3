/** A model that is built in, as plain data that a thread can be sent. */
export interface BuiltInModel {
  /** What the settings call it; the name of its vectors begins with it. */
  readonly name: string;
  /** Names model and version of the vectors that are stored. */
  readonly id: string;
  readonly dimensions: number;
  /** Text beyond so many tokens does not count. */
  readonly maxTokens: number;
  readonly isEnglishOnly: boolean;
  readonly tokenizer: "word-pieces" | "sentence-pieces";
  /** What the model expects before a text. */
  readonly prefixes: { readonly question: string; readonly note: string };
  /** Folder of the files that Knote ships, ending with a slash. */
  readonly assets: string;
  /** Whether its weights are fetched when it is used first. */
  readonly isFetched: boolean;
}

const ENGLISH: BuiltInModel = {
  name: "all-minilm-l6-v2",
  id: "all-minilm-l6-v2-int8-onnx",
  dimensions: 384,
  maxTokens: 256,
  isEnglishOnly: true,
  tokenizer: "word-pieces",
  prefixes: { question: "", note: "" },
  assets: new URL("../../assets/all-minilm-l6-v2/", import.meta.url).href,
  isFetched: false,
};

const MULTILINGUAL: BuiltInModel = {
  name: "multilingual-e5-small",
  id: "multilingual-e5-small-int4-onnx",
  dimensions: 384,
  maxTokens: 512,
  isEnglishOnly: false,
  tokenizer: "sentence-pieces",
  prefixes: { question: "query: ", note: "passage: " },
  assets: new URL("../../assets/multilingual-e5-small/", import.meta.url).href,
  isFetched: true,
};

/** Returns the model of this name, or of vectors with this name; the English one for any other. */
export function builtInModel(name: string | undefined): BuiltInModel {
  return name?.startsWith(MULTILINGUAL.name) ? MULTILINGUAL : ENGLISH;
}
