import { describe, expect, it } from "vitest";
import { readSource } from "../read-source.ts";
import { openZip } from "../sources/open-zip.ts";
import { someOptions } from "../testing/some-options.ts";
import { byTitle, countsOf, linesOfLinks, readFiles, zipOf } from "../testing/source-of.ts";

describe("a graph of Logseq", () => {
  const FILES = {
    "logseq/config.edn": "{:meta/version 1\n :file/name-format :triple-lowbar}",
    "logseq/bak/pages/Old.md": "- old",
    "logseq/.recycle/pages_Gone.md": "- gone",
    "pages/learning___spaced %3A repetition.md":
      "title:: Spaced repetition\nalias:: [[SRS]], reviews\ntags:: [[learning]], memory\nextends:: [[Sleep]]\n\n- Reviews at intervals #[[two words]]\n  id:: 64f0c0de-0000-4000-8000-000000000001\n  collapsed:: true\n\t- nested\n",
    "pages/Sleep.md":
      "- See [[srs]]\n- ((64f0c0de-0000-4000-8000-000000000001))\n- ((64f0c0de-0000-4000-8000-00000000ffff))",
    "pages/two words.md": "- a page that is a tag",
    "journals/2021_03_04.md": "- Read about [[Sleep]]",
    "pages/Diary.md": "- On [[Mar 4th, 2021]]",
  };

  it("becomes its pages with properties, blocks and days", async () => {
    const result = await readFiles(FILES);
    expect(result.reader).toBe("logseq");
    expect(Object.keys(byTitle(result)).toSorted()).toEqual([
      "2021-03-04",
      "Diary",
      "Sleep",
      "Spaced repetition",
      "two words",
    ]);
    expect(byTitle(result)["Spaced repetition"]).toMatchObject({
      key: "logseq:vault:learning/spaced : repetition",
      tags: ["learning", "memory"],
      content: "- Reviews at intervals #[[two words]]\n\t- nested",
    });
    expect(byTitle(result)["Sleep"]!.content).toBe(
      "- See [[srs]]\n- Reviews at intervals #[[two words]]\n- ((64f0c0de-0000-4000-8000-00000000ffff))",
    );
    expect(byTitle(result)["2021-03-04"]!.created_at).toBe("2021-03-04T00:00:00.000Z");
    expect(linesOfLinks(result)).toEqual([
      "extends Spaced repetition Sleep",
      "relates_to 2021-03-04 Diary",
      "relates_to 2021-03-04 Sleep",
      "relates_to Sleep two words",
      "relates_to Spaced repetition two words",
    ]);
  });

  it("of the older form has dots for slashes", async () => {
    const result = await readFiles({ "logseq/config.edn": "{}", "pages/a.b%2Ec.md": "- x" });
    expect(result.notes.map(({ title }) => title)).toEqual(["a/b.c"]);
  });

  it("loses no note to a day that does not exist", async () => {
    const files = { "logseq/config.edn": "{}", "journals/2021_13_04.md": "- x", "journals/1969_12_31.md": "- y" };
    const result = await readFiles(files);
    expect(result.notes.map((note) => [note.title, note.created_at])).toEqual([
      ["2021-13-04", undefined],
      ["1969-12-31", undefined],
    ]);
    expect(countsOf(result)).toEqual({ time: 2 });
  });
});

describe("an export of Notion", () => {
  const [PAGE, OTHER, FAR] = ["a", "b", "c"].map((sign) => sign.repeat(32)) as [string, string, string];
  const PAGES = {
    [`Tasks ${FAR}.md`]: `# Tasks\n\n[Write](Tasks/Write%20it%20${PAGE}.md)\n`,
    [`Tasks ${FAR}.csv`]: "\uFEFFName,Tags\nWrite it,x\n",
    [`Tasks ${FAR}_all.csv`]: "\uFEFFName,Tags,Created,Depends on,Note\nWrite it,x,,,\n",
    [`Tasks/Write it ${PAGE}.md`]: `# Write it: now?\n\nTags: work, home\nCreated: March 4, 2021 5:06 AM\nDepends on: Plan (https://www.notion.so/Plan-${OTHER}?pvs=21)\nRemark: stays in the text\n\nText with [far](https://app.notion.com/p/Tasks-${FAR}).\n`,
    [`Tasks/Plan ${OTHER}.md`]: "# Plan\n\nText: colon stays\n",
  };

  it("in an archive within an archive becomes its pages, with the columns of their tables", async () => {
    const inner = new Uint8Array(await (await zipOf(PAGES)).arrayBuffer());
    const source = await openZip("Export", await zipOf({ "Export-1-Part-1.zip": inner }));
    const result = await readSource(source, someOptions({ source: "Export" }));
    expect(result.reader).toBe("notion");
    expect(byTitle(result)["Write it: now?"]).toMatchObject({
      key: `notion:Export:${PAGE}`,
      tags: ["work", "home"],
      created_at: "2021-03-04T05:06:00.000Z",
      content: expect.stringMatching(/^Remark: stays in the text/),
    });
    expect(byTitle(result)["Plan"]!.content).toBe("Text: colon stays");
    expect(linesOfLinks(result)).toEqual(["depends_on Write it: now? Plan", "relates_to Tasks Write it: now?"]);
    expect(countsOf(result)).toEqual({});
  });

  it("as HTML is refused with what to choose", async () => {
    await expect(readFiles({ [`Tasks ${FAR}.html`]: "<html>" })).rejects.toThrow("choose “Markdown & CSV”");
  });
});

describe("an export of Roam", () => {
  it("becomes its pages as outlines", async () => {
    const pages = [
      {
        title: "Spaced repetition",
        uid: "page1",
        "create-time": 1_614_834_367_000,
        children: [
          { string: "Extends:: [[Sleep]]", uid: "b0" },
          {
            string: "Reviews ^^work^^ __well__",
            uid: "b1",
            heading: 2,
            children: [{ string: "{{[[TODO]]}} try #[[two words]]", uid: "b2" }],
          },
        ],
      },
      {
        title: "Sleep",
        uid: "page2",
        children: [{ string: "((b1)), [as I said](((b1))), {{[[embed]]: ((b2))}}, ((none))", uid: "b3" }],
      },
      { title: "March 4th, 2021", uid: "03-04-2021", "edit-time": 1 },
      { title: "two words", uid: "page3", children: [{ string: "x", uid: "b4" }] },
    ];
    const result = await readFiles({ "graph.json": JSON.stringify(pages) });
    expect(result.reader).toBe("roam");
    expect(byTitle(result)["Spaced repetition"]).toMatchObject({
      key: "roam:vault:page1",
      created_at: "2021-03-04T05:06:07.000Z",
      content: "- Extends:: [[Sleep]]\n- ## Reviews ==work== *well*\n  - [ ] try #[[two words]]",
    });
    expect(byTitle(result)["Sleep"]!.content).toBe(
      "- Reviews ^^work^^ __well__, Reviews ^^work^^ __well__, {{[[TODO]]}} try #[[two words]], ((none))"
        .replace(/\^\^/g, "==")
        .replace(/__/g, "*")
        .replace("{{[[TODO]]}}", "[ ]"),
    );
    expect(Object.keys(byTitle(result))).not.toContain("March 4th, 2021");
    expect(linesOfLinks(result)).toEqual([
      "extends Spaced repetition Sleep",
      "relates_to Sleep two words",
      "relates_to Spaced repetition two words",
    ]);
    expect(countsOf(result)).toEqual({ empty: 1 });
  });

  it("loses no page to what is none, or to a time or heading that cannot be", async () => {
    const times = [0, -1, 8.64e15, 8.65e15, 253_402_300_799_999, 253_402_300_800_000];
    const pages = times.map((time) => {
      return { title: `At ${time}`, "create-time": time, children: [{ string: "x", heading: 1e9 }] };
    });
    const result = await readFiles({ "graph.json": JSON.stringify([null, "page", ...pages]) });
    expect(byTitle(result)["At 0"]).toMatchObject({ created_at: "1970-01-01T00:00:00.000Z", content: "- ###### x" });
    expect(result.notes.filter((note) => note.created_at !== undefined)).toHaveLength(1);
    expect(result.notes).toHaveLength(times.length);
    // The last moment of the year 9999 is a time, but not a past one.
    expect(countsOf(result)).toEqual({ time: 5 });
  });
});

describe("a backup of Bear", () => {
  it("becomes its notes without those in the trash", async () => {
    const info = (fields: object) => JSON.stringify({ version: 2, "net.shinyfrog.bear": fields });
    const result = await readFiles({
      "Backup/One.textbundle/info.json": info({
        uniqueIdentifier: "ID-1",
        creationDate: "2021-03-04T05:06:07Z",
        archived: 1,
      }),
      "Backup/One.textbundle/text.md":
        "# A claim\n#two words# #short #a1b2c3\n[other](bear://x-callback-url/open-note?id=ABCDEF-2)\n",
      "Backup/One.textbundle/assets/a.png": "x",
      "Backup/Two.textbundle/info.json": info({ uniqueIdentifier: "ABCDEF-2", trashed: 0 }),
      "Backup/Two.textbundle/text.md": "No heading",
      "Backup/Three.textbundle/info.json": info({ uniqueIdentifier: "ID-3", trashed: 1 }),
      "Backup/Three.textbundle/text.md": "# Gone\n",
    });
    expect(result.reader).toBe("bear");
    expect(byTitle(result)["A claim"]).toMatchObject({
      key: "bear:vault:ID-1",
      tags: ["two words", "short"],
      archived: true,
      created_at: "2021-03-04T05:06:07.000Z",
    });
    expect(Object.keys(byTitle(result)).toSorted()).toEqual(["A claim", "Two"]);
    expect(linesOfLinks(result)).toEqual(["relates_to A claim Two"]);
  });
});

describe("highlights of Readwise", () => {
  it("get their first sentence as title, and keep their place", async () => {
    const result = await readFiles({
      "readwise.csv":
        'Highlight,Book Title,Book Author,Amazon Book ID,Note,Color,Tags,Location Type,Location,Highlighted at,Document tags\n"Reviews help. They do, ""really"".",Make It Stick,Peter Brown,B00,My note,yellow,"learning,memory",page,12,2026-07-17 14:00:25+00:00,books\n,Empty,,,,,,,,,\n',
    });
    expect(result.reader).toBe("readwise");
    expect(result.notes).toEqual([
      {
        key: expect.stringMatching(/^readwise:vault:[\da-f]{16}$/),
        title: "Reviews help",
        content: 'Reviews help. They do, "really".\n\nMy note\n\n— Make It Stick by Peter Brown (page 12)',
        note_type: "fact",
        tags: ["learning", "memory", "books"],
        importance: 0.5,
        created_at: "2026-07-17T14:00:25.000Z",
      },
    ]);
  });
});

describe("bookmarks of karakeep", () => {
  it("are named by their address or text, and lists become tags", async () => {
    const link = {
      createdAt: 1_614_834_367,
      title: null,
      tags: ["web"],
      lists: ["l1"],
      content: { type: "link", url: "https://example.org" },
      note: "Why",
      archived: true,
    };
    const text = {
      createdAt: 1_614_834_367,
      title: "A text",
      tags: [],
      lists: [],
      content: { type: "text", text: "Owls hunt. At night." },
    };
    const file = {
      bookmarks: [link, text, { createdAt: 1, content: null, tags: [] }],
      lists: [{ id: "l1", name: "Reading", parentId: null }],
    };
    const result = await readFiles({ "karakeep.json": JSON.stringify(file) });
    expect(result.reader).toBe("karakeep");
    expect(byTitle(result)["https://example.org"]).toMatchObject({
      content: "Why\n\nhttps://example.org",
      tags: ["web", "Reading"],
      archived: true,
      created_at: "2021-03-04T05:06:07.000Z",
    });
    expect(byTitle(result)["A text"]!.content).toBe("Owls hunt. At night.");
    expect(countsOf(result)).toEqual({ refused: 1 });
    const again = await readFiles({ "karakeep.json": JSON.stringify(file) });
    expect(again.notes.map(({ key }) => key)).toEqual(result.notes.map(({ key }) => key));
  });

  it("are none of them lost to a time in the wrong unit", async () => {
    const bookmark = (title: string, createdAt: number) => ({ title, createdAt, content: { text: title } });
    const file = { bookmarks: [bookmark("milliseconds", 1_614_834_367_000), bookmark("microseconds", 1.6e15)] };
    const result = await readFiles({ "karakeep.json": JSON.stringify(file) });
    expect(result.notes.map((note) => [note.title, note.created_at])).toEqual([
      ["milliseconds", undefined],
      ["microseconds", undefined],
    ]);
    expect(countsOf(result)).toEqual({ time: 2 });
  });
});

describe("a table", () => {
  it("is read by the names of its columns, or by rules", async () => {
    const csv = "\uFEFFHeadline;Text;Labels;When\nOwls hunt;At night;birds,night;2021-03-04\n;;;\nBats;Fly;;never\n";
    const result = await readFiles({ "notes.csv": csv }, { columns: ["created=When"] });
    expect(result.reader).toBe("table");
    expect(result.notes).toMatchObject([
      { title: "Owls hunt", content: "At night", tags: ["birds", "night"], created_at: "2021-03-04T00:00:00.000Z" },
      { title: "Bats", content: "Fly" },
    ]);
    expect(countsOf(result)).toEqual({ time: 1 });
    await expect(readFiles({ "notes.csv": csv }, { columns: ["title=Nothing"] })).rejects.toThrow(
      "There is no column Nothing",
    );
    await expect(readFiles({ "notes.csv": csv }, { columns: ["colour=Text"] })).rejects.toThrow("colour is no field");
    await expect(readFiles({ "x.csv": "a,b\n1,2\n" })).rejects.toThrow("Say which column is the title");
  });

  it.each([
    [
      "mem0",
      {
        results: [{ id: "m1", memory: "Likes tea. Really.", categories: ["food"], created_at: "2026-01-02T03:04:05Z" }],
      },
    ],
    [
      "supermemory",
      {
        memories: [
          {
            id: "m1",
            customId: null,
            title: "Likes tea",
            content: "Likes tea. Really.",
            containerTags: ["food"],
            createdAt: "2026-01-02T03:04:05Z",
          },
        ],
      },
    ],
    [
      "memos",
      {
        memos: [
          {
            name: "m1",
            content: "Likes tea. Really.",
            tags: ["food"],
            state: "NORMAL",
            createTime: "2026-01-02T03:04:05Z",
            relations: [],
          },
        ],
      },
    ],
  ])("of %s needs no rules", async (_tool, answer) => {
    const { notes } = await readFiles({ "answer.json": JSON.stringify(answer) });
    expect(notes).toEqual([
      {
        key: "table:vault:m1",
        title: "Likes tea",
        content: "Likes tea. Really.",
        note_type: "fact",
        tags: ["food"],
        importance: 0.5,
        created_at: "2026-01-02T03:04:05.000Z",
      },
    ]);
  });

  it("in JSON lies where the path says", async () => {
    const files = { "x.json": JSON.stringify({ data: { items: [{ title: "Owls", content: "Hunt" }] } }) };
    expect((await readFiles(files, { at: "data.items" })).notes).toHaveLength(1);
    await expect(readFiles(files)).rejects.toThrow("say where it lies");
    await expect(readFiles({ "x.png": "x" })).rejects.toThrow("There is nothing to read");
  });
});

describe("an export of Knote", () => {
  it("is read as it is, and a cut is told", async () => {
    const note = {
      key: "a",
      title: "Owls",
      content: "Hunt",
      note_type: "fact",
      tags: [],
      importance: 0.5,
      state: "archived",
    };
    const lines = [
      { note },
      { link: { source: "a", target: "b", relation: "extends" } },
      { end: { notes: 1, links: 1 } },
    ];
    const text = lines.map((line) => JSON.stringify(line)).join("\n");
    const result = await readFiles({ "graph.jsonl": text });
    expect(result).toMatchObject({ reader: "knote", problems: [] });
    expect(result.notes[0]).toMatchObject({ key: "a", archived: true });
    expect(result.links).toHaveLength(1);
    const shorter = [lines[0], lines[2]].map((line) => JSON.stringify(line)).join("\n");
    expect((await readFiles({ "graph.jsonl": shorter })).problems[0]!.detail).toContain("cut off");
    expect(countsOf(await readFiles({ "graph.jsonl": `${text}\n[]\n{"note":{}}` }))).toEqual({ refused: 2 });
  });
});
