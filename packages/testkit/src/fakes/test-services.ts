import {
  createLinkThresholds,
  createPastCache,
  createPrecisions,
  createReviewCache,
  createTrends,
  type Outlet,
  type Services,
} from "@knote/api";
import { createIdSource } from "../builders/fresh-id.ts";
import { testClock, type TestClock } from "../builders/test-clock.ts";
import { createHashEmbedder, type HashEmbedder } from "./hash-embedder.ts";
import { createMemoryStorage } from "./memory/create-memory-storage.ts";
import { createScriptedModel, type ScriptedModel } from "./scripted-model.ts";
import { createPlainSecretBox, createScriptedTransport, type ScriptedTransport } from "./scripted-transport.ts";

interface FakeServices extends Services {
  readonly clock: TestClock;
  readonly embedder: HashEmbedder;
  readonly models: { readonly default: ScriptedModel; readonly capable: ScriptedModel; readonly demo: ScriptedModel };
  readonly outlet: Outlet & { readonly transport: ScriptedTransport };
}

/** The overrides, and fakes that the test controls for everything else. */
export type TestServices<Overrides extends Partial<Services>> = Omit<FakeServices, keyof Overrides> & Overrides;

/** Creates the services of a unit test: nothing leaves the process, and time stands still. */
export function testServices(): FakeServices;
export function testServices<Overrides extends Partial<Services>>(overrides: Overrides): TestServices<Overrides>;
export function testServices(overrides: Partial<Services> = {}): Services {
  const clock = testClock();
  const { now } = overrides.clock ?? clock;
  const embedder = createHashEmbedder();
  const fakes: FakeServices = {
    storage: createMemoryStorage({ clock: { now } }),
    embedder,
    configuredEmbedder: overrides.embedder ?? embedder,
    models: {
      default: createScriptedModel("test-default"),
      capable: createScriptedModel("test-capable"),
      demo: createScriptedModel("test-demo"),
    },
    judge: null,
    clock,
    newId: createIdSource(now),
    version: "0.0.0-test",
    startedAt: now(),
    linkThresholds: createLinkThresholds(),
    reviews: createReviewCache(),
    past: createPastCache(),
    trends: createTrends(),
    precisions: createPrecisions(),
    wakeIndexer: () => undefined,
    holdIndexer: () => undefined,
    suggestionDeadlineMs: 1_000,
    outlet: {
      transport: createScriptedTransport(),
      secretBox: createPlainSecretBox(),
      isSending: true,
      refresh: () => undefined,
    },
  };
  return { ...fakes, ...overrides };
}
