import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import type { KeptAnswer } from "./answer-history.ts";
import { ASKING, type Asker, streamAnswer } from "./stream-answer.ts";

const DONE = { answer: "Yes [1].", sources: [{ id: "a", title: "A", similarity: 0.9 }], model: "plain" };

/** A server that answers so, and tells of the quota what it is told. */
function givenServer(quota: () => Promise<object>) {
  const client = {
    recall: {
      askStream: {
        mutate: async () =>
          (async function* () {
            yield { event: "sources", data: { sources: DONE.sources } };
            yield { event: "delta", data: { text: "Yes" } };
            yield { event: "done", data: DONE };
          })(),
      },
    },
  };
  const query = (name: string, queryFn: () => Promise<object>) => ({
    queryOptions: () => ({ queryKey: [name], queryFn }),
  });
  const pricing = query("pricing", async () => ({ tiers: { free: { default_model: "plain" } } }));
  const parts = { queryClient: new QueryClient(), client, trpc: { quota: { pricing, get: query("quota", quota) } } };
  // Safe because answers use nothing else of them.
  return parts as unknown as Asker;
}

async function ask(asker: Asker, question: string) {
  const kept: KeptAnswer[] = [];
  let shown = ASKING;
  await streamAnswer(asker, question, {
    show: (change) => (shown = change(shown)),
    keep: (answer) => kept.push(answer),
    signal: new AbortController().signal,
  });
  return { shown, kept };
}

const usedUp = async () => ({ sonnet_queries_limit: 1, sonnet_queries_used: 1, tier: "free" });

describe("an answer", () => {
  it("is kept with what it cost", async () => {
    const { shown, kept } = await ask(givenServer(usedUp), "Compare tea and coffee");
    expect(shown).toMatchObject({ phase: "done", text: "Yes [1].", kept: { capable: false, fellBack: true } });
    expect(kept.at(-1)).toBe(shown.kept);
  });

  it("stays when it cannot be told what it cost, and says nothing of it", async () => {
    const asker = givenServer(() => Promise.reject(new Error("No.")));
    const { shown, kept } = await ask(asker, "Compare tea and coffee");
    expect(shown).toMatchObject({ phase: "done", text: "Yes [1].", error: null });
    expect(kept).toMatchObject([{ question: "Compare tea and coffee", answer: "Yes [1].", model: "plain" }]);
    expect(kept[0]).not.toHaveProperty("capable");
  });

  it("is there before it is known what it cost", async () => {
    const { promise, resolve } = Promise.withResolvers<object>();
    const kept: KeptAnswer[] = [];
    const asking = streamAnswer(
      givenServer(() => promise),
      "Compare tea and coffee",
      {
        show: () => undefined,
        keep: (answer) => {
          kept.push(answer);
          if (kept.length === 1) void usedUp().then(resolve);
        },
        signal: new AbortController().signal,
      },
    );
    await asking;
    expect(kept.map(({ capable }) => capable)).toEqual([undefined, false]);
  });

  it("to a plain question costs one, which nobody need be asked", async () => {
    const asker = givenServer(() => Promise.reject(new Error("Not to be asked.")));
    const { kept } = await ask(asker, "Does tea keep awake?");
    expect(kept).toMatchObject([{ capable: false, fellBack: false }]);
  });
});
