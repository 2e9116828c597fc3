import type { Episode, MemeFact } from "../meme/meme-lines.ts";

/** An episode about a lead who changes, with a rule, an update and a deletion. */
export function anEpisode(changes: Partial<Episode> = {}): Episode {
  return {
    id: "ep_1",
    domain: "software",
    root: "lead",
    root_change: { before: "Seokjin Kang", after: "Jihoon Ryu" },
    facts: [
      aFact(0, { entity: "lead", value: "Seokjin Kang", text: "Our lead is Seokjin Kang." }),
      aFact(1, {
        kind: "dependent",
        entity: "reviewer",
        value: "Seoyun Choi",
        text: "Code reviews go to Seoyun Choi, as our lead wants; if the lead changes, this changes.",
        rests_on: "lead",
      }),
      aFact(2, {
        kind: "rule",
        entity: "reviewer",
        value: "Jisoo Lim",
        text: "If the lead changes, code reviews go to Jisoo Lim.",
        rests_on: "lead",
      }),
      aFact(3, { entity: "kettle", value: "red", text: "The kettle is red." }),
      aFact(4, { kind: "update", entity: "kettle", value: "blue", text: "Update: The kettle is blue." }),
      aFact(5, { kind: "filler", entity: "channel", value: "#owls", text: "Our channel is #owls." }),
      aFact(6, {
        kind: "change",
        phase: "after",
        entity: "lead",
        value: "Jihoon Ryu",
        text: "Jihoon Ryu is our lead.",
      }),
      aFact(7, {
        kind: "delete",
        phase: "after",
        entity: "channel",
        value: "#owls",
        text: "Forget our channel #owls.",
      }),
    ],
    before: [
      aQuestion("Cas", "Who gets the code reviews?", { reviewer: "Seoyun Choi" }),
      aQuestion("Del", "What is our channel?", { channel: "#owls" }),
    ],
    after: [
      aQuestion("Cas", "Who gets the code reviews?", { reviewer: "Jisoo Lim" }),
      aQuestion("Del", "What is our channel?", { channel: "#owls" }),
      { ...aQuestion("Abs", "Where is the lead's office?", { office: "Room 3" }), flawed: "no fact tells it" },
    ],
    calm: [{ entity: "kettle", question: "What colour is the kettle?", answer: "blue" }],
    ...changes,
  };
}

export function aFact(n: number, changes: Partial<MemeFact> = {}): MemeFact {
  return { n, phase: "before", kind: "fact", entity: `thing ${n}`, value: "so", text: "So it is.", ...changes };
}

function aQuestion(task: "Cas" | "Del" | "Abs", question: string, values: Record<string, string>) {
  return { task, entity: Object.keys(values), question, answer: Object.values(values).join(), values };
}
