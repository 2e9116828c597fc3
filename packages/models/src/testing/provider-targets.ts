import type { AnswerModel, LinkJudge, TextEmbedder } from "@knote/api";
import {
  anthropicMessage,
  anthropicStream,
  openAiEmbeddings,
  openAiMessage,
  openAiStream,
  type ProviderReply,
  startProviderServer,
} from "@knote/testkit";
import { createAnthropicJudge } from "../anthropic/anthropic-judge.ts";
import { ANTHROPIC_MODELS, createAnthropicModel } from "../anthropic/anthropic-model.ts";
import { OPENAI_EMBEDDING_MODEL } from "../openai/embedding-models.ts";
import { createOpenAiEmbedder } from "../openai/openai-embedder.ts";
import { createOpenAiJudge } from "../openai/openai-judge.ts";
import { createOpenAiModel, OPENAI_MODELS } from "../openai/openai-model.ts";
import type { RemoteOptions } from "../remote/remote-options.ts";

/** Sentences of an answer; `cites` are numbers of passages. */
export type Script = readonly { readonly text: string; readonly cites?: readonly number[] }[];

/** A provider under test: the real one, or a local server that replays its wire format. */
export interface ProviderTarget extends AsyncDisposable {
  readonly models: readonly AnswerModel[];
  readonly judge: LinkJudge;
  readonly embedder: TextEmbedder | null;
  /** Sets what a replayed provider sends next; no effect on a real one. */
  willSay(script: Script): void;
  willJudge(judgement: object): void;
  willEmbed(embed: (text: string) => readonly number[]): void;
}

interface Kind {
  readonly ids: { readonly default: string; readonly capable: string };
  model(options: RemoteOptions): AnswerModel;
  judge(options: RemoteOptions): LinkJudge;
  embedder(options: Omit<RemoteOptions, "model">): TextEmbedder | null;
  say(script: Script): ProviderReply;
  judgement(text: string): ProviderReply;
}

const KINDS = {
  anthropic: {
    ids: ANTHROPIC_MODELS,
    model: createAnthropicModel,
    judge: createAnthropicJudge,
    embedder: () => null,
    say: (script) =>
      anthropicStream(script.map(({ text, cites = [] }) => ({ text, cites: cites.map((number) => number - 1) }))),
    judgement: (text) => anthropicMessage(text),
  },
  openai: {
    ids: OPENAI_MODELS,
    model: createOpenAiModel,
    judge: createOpenAiJudge,
    embedder: (options) => createOpenAiEmbedder({ ...options, model: OPENAI_EMBEDDING_MODEL }),
    say: (script) =>
      openAiStream(script.map(({ text, cites = [] }) => `${text}${cites.map((number) => ` [${number}]`).join("")}`)),
    judgement: (text) => openAiMessage(text),
  },
} satisfies Record<string, Kind>;

export type ProviderName = keyof typeof KINDS;

export async function replayedProvider(name: ProviderName): Promise<ProviderTarget> {
  const kind = KINDS[name];
  const server = await startProviderServer();
  return {
    ...partsOf(kind, { apiKey: "sk-test", baseUrl: server.url }),
    willSay: (script) => server.replies(kind.say(script)),
    willJudge: (judgement) => server.replies(kind.judgement(JSON.stringify(judgement))),
    willEmbed: (embed) => server.replies(openAiEmbeddings(embed)),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

export async function realProvider(
  name: ProviderName,
  options: Pick<RemoteOptions, "apiKey" | "baseUrl">,
): Promise<ProviderTarget> {
  const nothing = () => undefined;
  return {
    ...partsOf(KINDS[name], options),
    willSay: nothing,
    willJudge: nothing,
    willEmbed: nothing,
    [Symbol.asyncDispose]: async () => undefined,
  };
}

function partsOf({ ids, model, judge, embedder }: Kind, options: Omit<RemoteOptions, "model">) {
  return {
    models: [model({ ...options, model: ids.default }), model({ ...options, model: ids.capable })],
    judge: judge({ ...options, model: ids.default }),
    embedder: embedder(options),
  };
}
