import { join, resolve } from "node:path";
import type { ModelChoice, ModelsConfig, ProviderConfig } from "./config.ts";
import type { Environment } from "./environment.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/** The models that answer without a provider. */
const BUILT_IN_ANSWERS: readonly string[] = ["knote-extract-1", "knote-synthesis-1"];
/** What `EMBEDDING_MODEL` calls the models that embed without a provider, and their own names if not the default. */
const BUILT_IN_EMBEDDINGS: Readonly<Record<string, string | undefined>> = {
  "built-in": undefined,
  "built-in-multilingual": "multilingual-e5-small",
};
/** Names that the other provider's own address cannot serve. */
const FOREIGN = { anthropic: /^(?:gpt-|o\d|chatgpt-|text-embedding-)/i, openai: /^claude-/i } as const;
const VARIABLES = { anthropic: "ANTHROPIC_API_KEY", openai: "OPENAI_API_KEY" } as const;

/** Chooses the models: Anthropic answers if set up, else OpenAI, else built-in ones. OpenAI embeds if set up. */
export function chooseModels(environment: Environment): ModelsConfig {
  const { ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL, OPENAI_API_KEY, OPENAI_BASE_URL } = environment;
  const { DEFAULT_MODEL, CAPABLE_MODEL, EMBEDDING_MODEL } = environment;
  const anthropic = ANTHROPIC_API_KEY ? { apiKey: ANTHROPIC_API_KEY, baseUrl: ANTHROPIC_BASE_URL } : undefined;
  const openai =
    OPENAI_API_KEY || OPENAI_BASE_URL ? { apiKey: OPENAI_API_KEY ?? "", baseUrl: OPENAI_BASE_URL } : undefined;
  const answering = (model: string | undefined): ModelChoice => {
    const kind = anthropic ? "anthropic" : "openai";
    const provider: ProviderConfig | undefined = anthropic ?? openai;
    return provider === undefined || isBuiltIn(model) ? { kind: "built-in", model } : { kind, model, provider };
  };
  // A self-hosted server is unlikely to have OpenAI's default for the capable model.
  const ownServer = anthropic === undefined && openai?.baseUrl !== undefined && !isOpenAi(openai.baseUrl);
  return {
    default: answering(DEFAULT_MODEL),
    capable: answering(CAPABLE_MODEL ?? (ownServer && !isBuiltIn(DEFAULT_MODEL) ? DEFAULT_MODEL : undefined)),
    embedding:
      openai === undefined || isBuiltInEmbedding(EMBEDDING_MODEL)
        ? { kind: "built-in", model: BUILT_IN_EMBEDDINGS[EMBEDDING_MODEL ?? "built-in"] }
        : { kind: "openai", model: EMBEDDING_MODEL, provider: openai },
    openai,
    modelsDir: resolve(environment.MODELS_DIR ?? join(environment.DATA_DIR, "models")),
  };
}

/** Returns problems of model settings that are valid each but wrong together. */
export function modelConflicts(variables: Variables): string[] {
  const problems: string[] = [];
  const openai = Boolean(variables.OPENAI_API_KEY || variables.OPENAI_BASE_URL);
  if (variables.ANTHROPIC_BASE_URL && !variables.ANTHROPIC_API_KEY)
    problems.push("ANTHROPIC_BASE_URL is set without ANTHROPIC_API_KEY.");
  if (variables.EMBEDDING_MODEL && !isBuiltInEmbedding(variables.EMBEDDING_MODEL) && !openai)
    problems.push(
      `EMBEDDING_MODEL is "${variables.EMBEDDING_MODEL}", which needs OPENAI_API_KEY or OPENAI_BASE_URL; without them only ${Object.keys(
        BUILT_IN_EMBEDDINGS,
      )
        .map((name) => `"${name}"`)
        .join(" and ")} embed.`,
    );
  if (variables.OPENAI_BASE_URL && !variables.OPENAI_API_KEY && isOpenAi(variables.OPENAI_BASE_URL))
    problems.push("OPENAI_BASE_URL is an address of OpenAI, which asks for OPENAI_API_KEY.");
  for (const name of ["DEFAULT_MODEL", "CAPABLE_MODEL"] as const) {
    const problem = variables[name] && wrongModel(variables[name], variables, openai);
    if (problem) problems.push(`${name} is "${variables[name]}", ${problem}.`);
  }
  return problems;
}

function wrongModel(model: string, variables: Variables, openai: boolean): string | undefined {
  if (isBuiltIn(model)) return undefined;
  const answers = variables.ANTHROPIC_API_KEY ? "anthropic" : openai ? "openai" : undefined;
  if (answers === undefined)
    return `which needs ANTHROPIC_API_KEY, OPENAI_API_KEY or OPENAI_BASE_URL; without them ${BUILT_IN_ANSWERS.join(" and ")} answer`;
  const { ANTHROPIC_BASE_URL, OPENAI_BASE_URL } = variables;
  const elsewhere = answers === "anthropic" ? ANTHROPIC_BASE_URL : OPENAI_BASE_URL && !isOpenAi(OPENAI_BASE_URL);
  if (elsewhere || !FOREIGN[answers].test(model)) return undefined;
  return `which is not a model of the provider that answers, the one of ${VARIABLES[answers]}`;
}

function isOpenAi(url: string): boolean {
  return /(?:^|\.)api\.openai\.com$/.test(URL.parse(url)?.hostname ?? "");
}

function isBuiltIn(model: string | undefined): boolean {
  return model !== undefined && BUILT_IN_ANSWERS.includes(model);
}

function isBuiltInEmbedding(model: string | undefined): boolean {
  return model !== undefined && Object.hasOwn(BUILT_IN_EMBEDDINGS, model);
}
