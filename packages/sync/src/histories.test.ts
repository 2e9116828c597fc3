import { describe, it } from "vitest";
import type { Fault, History, Step } from "./testing/any-history.ts";
import type { Deed } from "./testing/deeds.ts";
import { live } from "./testing/live.ts";

const deed = (name: Deed["deed"], folder: number, pick: number): Step => ({
  ...{ step: "deed", deed: { deed: name, folder, pick } },
});
const sync = (folder: number, faults: readonly Fault[] = [], pause = 0): Step => ({
  ...{ step: "sync", folder, faults, pause },
});

/** Found by other seeds. */
const EXAMPLES: readonly (readonly [string, History])[] = [
  [
    "a copy becomes the note's file while a note is made of it",
    {
      ...{ folders: 2, isFolding: false, hasHardLinks: true },
      steps: [
        deed("create a note", 0, 0),
        deed("create a file", 0, 7),
        sync(0, [], 5_000),
        sync(1, [{ step: 1, fault: "deed", deed: { deed: "copy a file", folder: 0, pick: 0 } }]),
        sync(0, [{ step: 46, fault: "kill", isPowerCut: false, lostNames: 0 }]),
        deed("change the case of a name", 0, 4),
        deed("edit in place", 1, 0),
        sync(0),
        deed("edit in place", 0, 0),
      ],
    },
  ],
  [
    "a file gets a name that differs from another's in its composition alone, which it links to",
    {
      ...{ folders: 1, isFolding: false, hasHardLinks: true },
      steps: [
        deed("create a note", 0, 0),
        deed("create a file", 0, 7),
        sync(0),
        deed("create a file", 0, 28),
        sync(0, [{ step: 12, fault: "deed", deed: { deed: "create a note", folder: 0, pick: 4 } }]),
        deed("rename a file", 0, 13),
      ],
    },
  ],
  [
    "a note is purged, and the folder comes from another machine",
    {
      ...{ folders: 1, isFolding: false, hasHardLinks: true },
      steps: [
        deed("create a note", 0, 0),
        deed("create a file", 0, 7),
        sync(0, [], 5_000),
        deed("purge a note", 0, 16),
        deed("bring the state of another machine", 1, 9),
        deed("restore a note", 1, 20),
        sync(0, [], 400),
        deed("edit a note", 1, 2),
      ],
    },
  ],
  [
    "a note changes at the service before the sync that was killed has noted its id",
    {
      ...{ folders: 1, isFolding: false, hasHardLinks: true },
      steps: [
        deed("create a file", 0, 7),
        sync(0, [], 5_000),
        deed("create a file", 2, 13),
        sync(2, [{ step: 28, fault: "kill", isPowerCut: false, lostNames: 0 }], 5_000),
        deed("change the fields of a note", 2, 18),
      ],
    },
  ],
  [
    "a sync puts back a file that cannot be read, which a killed one had set aside",
    {
      ...{ folders: 1, isFolding: false, hasHardLinks: true },
      steps: [
        deed("create a note", 0, 0),
        deed("create a file", 0, 7),
        sync(0, [], 5_000),
        sync(2, [{ step: 2, fault: "deed", deed: { deed: "remove a file", folder: 1, pick: 2 } }]),
        deed("move a file", 0, 12),
        deed("strip the front matter", 1, 7),
        deed("lose the state", 2, 5),
        sync(1, [{ step: 32, fault: "kill", isPowerCut: true, lostNames: 2 }], 5_000),
        sync(0, [
          { step: 32, fault: "deed", deed: { deed: "break the front matter", folder: 2, pick: 14 } },
          { step: 38, fault: "kill", isPowerCut: false, lostNames: 1 },
        ]),
      ],
    },
  ],
  [
    "an editor writes into a file that a sync has set aside when it is killed",
    {
      ...{ folders: 1, isFolding: false, hasHardLinks: true },
      steps: [
        deed("create a note", 0, 0),
        deed("create a file", 0, 7),
        sync(0, [], 5_000),
        sync(1),
        deed("edit in an open editor", 2, 3),
        deed("reword a claim", 0, 24),
        sync(1, [{ step: 30, fault: "kill", isPowerCut: false, lostNames: 5 }]),
      ],
    },
  ],
  [
    "a file is saved while what a killed sync wrote of it is taken away, without hard links",
    {
      ...{ folders: 1, isFolding: false, hasHardLinks: false },
      steps: [
        deed("create a note", 0, 0),
        deed("create a file", 0, 7),
        sync(0),
        sync(2, [{ step: 21, fault: "deed", deed: { deed: "reword a claim", folder: 1, pick: 13 } }]),
        sync(0, [{ step: 34, fault: "kill", isPowerCut: false, lostNames: 1 }]),
        sync(2, [{ step: 2, fault: "deed", deed: { deed: "truncate, and write later", folder: 0, pick: 6 } }]),
      ],
    },
  ],
  [
    "a link comes while its note's file was written a moment ago, and the sync is killed before the file shows it",
    {
      ...{ folders: 1, isFolding: false, hasHardLinks: true },
      steps: [
        deed("create a note", 0, 0),
        deed("create a file", 0, 7),
        sync(0, [], 5_000),
        deed("strip the id", 0, 0),
        sync(
          0,
          [{ step: 38, fault: "deed", deed: { deed: "bring the state of another machine", folder: 0, pick: 0 } }],
          5_000,
        ),
        deed("ignore a name", 0, 0),
        deed("link two notes", 0, 1),
        sync(0, [{ step: 49, fault: "kill", isPowerCut: false, lostNames: 0 }]),
      ],
    },
  ],
];

describe("a history that once failed", () => {
  it.each(EXAMPLES)("loses nothing, and ends with both sides alike: %s", async (_, history) => {
    await live(history);
  });
});
