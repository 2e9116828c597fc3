import type { TextEmbedder } from "@knote/api";
import type { ModelsConfig } from "@knote/config";
import type { Logger } from "pino";
import { createEmbedderOf } from "./models-of-config.ts";

type Choice = ModelsConfig["embedding"];

/** Finds the embedder of an earlier configuration, as long as the present one still allows to ask it. */
export function createEarlierEmbedder(models: ModelsConfig, log: Logger): (model: string) => TextEmbedder | null {
  return (model) => {
    const choice = choiceOf(models, model);
    const embedder = choice && createEmbedderOf({ ...models, embedding: choice }, log);
    if (embedder?.model === model) return embedder;
    // Another server, or another version of the built-in model.
    void embedder?.close();
    return null;
  };
}

function choiceOf({ openai }: ModelsConfig, model: string): Choice | null {
  const remote = /^openai:(.+?)(@[\da-f]{8})?$/.exec(model)?.[1];
  if (remote === undefined) return { kind: "built-in", model };
  return openai ? { kind: "openai", model: remote, provider: openai } : null;
}
