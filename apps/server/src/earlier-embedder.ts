import type { TextEmbedder } from "@knote/api";
import type { ModelsConfig } from "@knote/config";
import type { Logger } from "pino";
import { createEmbedderOf } from "./models-of-config.ts";

type Choice = ModelsConfig["embedding"];

/** Returns a function that creates the embedder of an earlier model, or null if the settings no longer allow it. */
export function createEarlierEmbedder(models: ModelsConfig, log: Logger): (model: string) => TextEmbedder | null {
  return (model) => {
    const choice = choiceOf(models, model);
    const embedder = choice && createEmbedderOf({ ...models, embedding: choice }, log);
    if (embedder?.model === model) return embedder;
    // The name belongs to another server, or to another version of the built-in model.
    void embedder?.close();
    return null;
  };
}

function choiceOf({ openai }: ModelsConfig, model: string): Choice | null {
  const remote = /^openai:(.+?)(@[\da-f]{8})?$/.exec(model)?.[1];
  if (remote === undefined) return { kind: "built-in", model };
  return openai ? { kind: "openai", model: remote, provider: openai } : null;
}
