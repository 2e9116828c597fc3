import { PROPOSAL_STATES, RELATIONS } from "@knote/contract";
import { describe, expect, it } from "vitest";
import { precisionKey } from "./measure-precision.ts";
import { givenGraph } from "./testing/given-graph.ts";
import { wilsonInterval } from "../kit/wilson-interval.ts";

describe("the precision of proposals", () => {
  it("counts what the lists have, by proposer and relation", async () => {
    const { api, note, index, all, decide } = await givenGraph();
    const titles = Array.from({ length: 12 }, (_, count) => `Owls hunt mice number ${count} in the old barn`);
    const notes: { readonly id: string }[] = [];
    for (const title of titles) notes.push(await note(title));
    await index();
    for (let count = 1; count < 12; count++) {
      const [source_id, target_id] = [notes[count]!.id, notes[count - 1]!.id];
      const relation = RELATIONS[count % 3]!;
      const { key } = await api.proposals.propose({ source_id, target_id, relation, by: `a${count % 2}` });
      if (count % 4 === 0) await decide(key, "dismiss");
      if (count % 4 === 1) await decide(key, "accept");
      if (count % 4 === 2) await decide(key, "retype", { relation: "derived_from" });
    }
    for (const { key } of (await all({ by: "rule:cue" })).slice(0, 1)) await decide(key, "accept");
    const { by } = await api.proposals.precision();
    expect(by.length).toBeGreaterThan(4);
    const listedRows = new Map<string, Record<string, number>>();
    for (const state of PROPOSAL_STATES)
      for (const proposal of await all({ state })) {
        // What rules find is kept only once it is decided.
        if (state === "open" && proposal.by.startsWith("rule:")) continue;
        const row = listedRows.get(precisionKey(proposal)) ?? { made: 0, accepted: 0, retyped: 0, dismissed: 0 };
        row["made"]!++;
        if (state !== "open") row[state]!++;
        listedRows.set(precisionKey(proposal), row);
      }
    const countedRows = by.map(({ precision: _precision, low: _low, high: _high, ...row }) => row);
    expect(countedRows).toEqual(
      countedRows.map(({ by: one, relation }) => ({ by: one, relation, ...listedRows.get(`${relation} ${one}`) })),
    );
    expect(countedRows).toHaveLength(listedRows.size);
    for (const { precision, low, high, accepted, retyped, dismissed } of by) {
      const decidedCount = accepted + retyped + dismissed;
      expect(precision).toBe(decidedCount === 0 ? null : accepted / decidedCount);
      expect({ low, high }).toEqual(wilsonInterval(accepted, decidedCount));
    }
    expect(by.map((row) => `${row.by} ${row.relation}`)).toEqual(
      by.map((row) => `${row.by} ${row.relation}`).toSorted(),
    );
  });

  it("is what orders the proposals of judges and agents on a page, then their confidence", async () => {
    const { api, note, index, decide } = await givenGraph();
    const notes: { readonly id: string }[] = [];
    for (let count = 0; count < 8; count++) notes.push(await note(`Word${count} stands alone${count}`));
    await index();
    const propose = async (place: number, by: string) => {
      const [source_id, target_id] = [notes[place + 1]!.id, notes[place]!.id];
      return (await api.proposals.propose({ source_id, target_id, relation: "extends", by })).key;
    };
    await decide(await propose(0, "wrong"), "dismiss");
    await decide(await propose(1, "right"), "accept");
    for (const [place, by] of [
      [2, "wrong"],
      [3, "unknown"],
      [4, "right"],
      [5, "wrong"],
    ] as const)
      await propose(place, by);
    const order = (await api.proposals.list({ relation: "extends" })).proposals.map(({ by }) => by);
    expect(order).toEqual(["agent:right", "agent:wrong", "agent:wrong", "agent:unknown"]);
  });

  it("is taken back with a decision", async () => {
    const { api, decide, cue } = await givenGraph();
    await decide(cue, "accept");
    expect(await api.proposals.precision()).toEqual({
      by: [
        {
          by: "rule:cue",
          relation: "depends_on",
          ...{ made: 1, accepted: 1, retyped: 0, dismissed: 0 },
          precision: 1,
          low: expect.closeTo(0.2065, 3),
          high: 1,
        },
      ],
    });
    await decide(cue, "reopen");
    expect(await api.proposals.precision()).toEqual({ by: [] });
  });
});
