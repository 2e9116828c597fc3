import fc from "fast-check";
import { type Deed, DEEDS } from "./deeds.ts";

/** A fault that meets a sync at one of its steps. */
export type Fault = { readonly step: number } & (
  | { readonly fault: "deed"; readonly deed: Deed }
  | { readonly fault: "kill"; readonly isPowerCut: boolean; readonly lostNames: number }
  | { readonly fault: "request fails" | "answer is lost" }
);

export type Step =
  | { readonly step: "deed"; readonly deed: Deed }
  | { readonly step: "sync"; readonly folder: number; readonly faults: readonly Fault[]; readonly pause: number };

const deed: fc.Arbitrary<Deed> = fc.record({
  deed: fc.constantFrom(...(Object.keys(DEEDS) as Deed["deed"][])),
  folder: fc.nat(2),
  pick: fc.nat(30),
});
/** Every step is as likely: what matters happens late. */
const at = fc.noBias(fc.integer({ min: 1, max: 60 }));
const fault: fc.Arbitrary<Fault> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ step: at, fault: fc.constant("deed" as const), deed }) },
  {
    weight: 1,
    arbitrary: fc.record({
      step: at,
      fault: fc.constant("kill" as const),
      isPowerCut: fc.boolean(),
      lostNames: fc.nat(5),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ step: at, fault: fc.constantFrom("request fails" as const, "answer is lost" as const) }),
  },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ step: fc.constant("deed" as const), deed }),
  fc.record({
    step: fc.constant("sync" as const),
    folder: fc.nat(2),
    faults: fc.array(fault, { maxLength: 3 }),
    pause: fc.constantFrom(0, 100, 400, 5_000),
  }),
);

export interface History {
  readonly folders: number;
  readonly isFolding: boolean;
  readonly hasHardLinks: boolean;
  readonly steps: readonly Step[];
}

/** Without notes and files most deeds do nothing. */
const BEGINNING: readonly Step[] = [
  { step: "deed", deed: { deed: "create a note", folder: 0, pick: 0 } },
  { step: "deed", deed: { deed: "create a file", folder: 0, pick: 7 } },
  { step: "sync", folder: 0, faults: [], pause: 5_000 },
];

/** The disks and numbers of folders of the histories that are tried together. */
export type Ground = Pick<History, "isFolding"> & { readonly folders: readonly number[] };

export const GROUNDS = {
  "one folder": { folders: [1], isFolding: false },
  "one folding folder": { folders: [1], isFolding: true },
  "several folders": { folders: [2, 3], isFolding: false },
  "several folding folders": { folders: [2, 3], isFolding: true },
} satisfies Record<string, Ground>;

export function anyHistory({ folders, isFolding }: Ground): fc.Arbitrary<History> {
  return fc.record({
    folders: fc.constantFrom(...folders),
    isFolding: fc.constant(isFolding),
    hasHardLinks: fc.constantFrom(true, true, true, false),
    steps: fc.array(step, { minLength: 3, maxLength: 10 }).map((steps) => [...BEGINNING, ...steps]),
  });
}
