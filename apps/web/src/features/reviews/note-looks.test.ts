import type { NoteReview } from "@knote/contract";
import { describe, expect, it } from "vitest";
import type { Client } from "../../remote/trpc.ts";
import { lookAtAll, takeLookBack } from "./note-looks.ts";

const cause: NoteReview["causes"][number] = {
  id: "team",
  title: "The team",
  kind: "superseded",
  since: "2026-03-02T12:00:00.000Z",
  now: [],
  path: [],
  basis: "superseded new",
  looked_at: { at: "2026-03-03T12:00:00.000Z", reason: "It holds." },
};

/** A fake server that stores who has looked: the note itself, somebody for all, or a note in between. */
function setUp(...looks: ("own" | "all" | "between")[]) {
  const standing = new Set<string>(looks);
  const reasons: (string | undefined)[] = [];
  const reviews = {
    ofNote: { query: async () => ({ causes: [{ ...cause, looked_at: standing.size > 0 ? cause.looked_at : null }] }) },
    look: {
      async mutate({ reason }: { reason?: string }) {
        reasons.push(reason);
        standing.add("own");
      },
    },
    takeBack: { mutate: async () => void standing.delete("own") },
    lookForAll: {
      async mutate({ reason }: { reason?: string }) {
        reasons.push(reason);
        standing.add("all");
      },
    },
    takeBackForAll: { mutate: async () => void standing.delete("all") },
  };
  // Safe because looks use no other part of the client.
  return { client: { reviews } as unknown as Client, standing, reasons };
}

describe("a look at a note", () => {
  it("can be undone", async () => {
    const { client, standing, reasons } = setUp();
    const back = await lookAtAll(client, "plan", [cause], "It holds.");
    expect([[...standing], reasons]).toEqual([["own"], ["It holds."]]);
    await back();
    expect([...standing]).toEqual([]);
  });

  it.each(["own", "all"] as const)(
    "is taken back where it was made, and made again with its reason: %s",
    async (by) => {
      const { client, standing, reasons } = setUp(by);
      const { back } = await takeLookBack(client, "plan", cause);
      expect([...standing]).toEqual([]);
      await back();
      expect([[...standing], reasons]).toEqual([[by], ["It holds."]]);
    },
  );

  it("stays for all where only this note had one of its own", async () => {
    const { client, standing } = setUp("own");
    expect((await takeLookBack(client, "plan", cause)).doneText).toBe("This note needs review again.");
    expect(standing.has("all")).toBe(false);
  });

  it("of a note in between is left alone, and said", async () => {
    const { client, standing } = setUp("all", "between");
    const { doneText } = await takeLookBack(client, "plan", cause);
    expect(doneText).toBe("Nothing changed: a note in between was found to stand.");
    expect([...standing].toSorted()).toEqual(["all", "between"]);
  });
});
