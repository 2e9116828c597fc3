import { noteWrite } from "@knote/api";
import type { World } from "./world.ts";

/** What people, other programs and the server's other clients do. Numbers choose among what is there. */
export interface Deed {
  readonly deed: keyof typeof DEEDS;
  readonly folder: number;
  readonly pick: number;
}

type Doing = (world: World, at: { readonly folder: number; readonly pick: number }) => void | Promise<void>;

/** Titles that differ in case or composition alone are among them. */
const NAMES = ["Owls", "owls", "Bats", "Über", "U\u0308ber", "Mice (2)", "sub/Owls", "sub/Hawks", "C"];

/** Every deed by its name. */
export const DEEDS = {
  "edit in place": (world, at) =>
    onFile(world, at, (path, text) => people(world, at).writeInPlace(path, editedText(world, at.pick, text))),
  "edit by rename": (world, at) =>
    onFile(world, at, (path, text) => people(world, at).writeByRename(path, editedText(world, at.pick, text))),
  "edit by delete and create": (world, at) =>
    onFile(world, at, (path, text) => {
      people(world, at).remove(path);
      people(world, at).writeInPlace(path, editedText(world, at.pick, text));
    }),
  "edit in an open editor": (world, at) =>
    onFile(world, at, (path, text) => {
      const editor = people(world, at).open(path)!;
      world.later(2 + (at.pick % 7), () => editor.write(editedText(world, at.pick, text)));
    }),
  "truncate, and write later": (world, at) =>
    onFile(world, at, (path, text) => {
      people(world, at).writeInPlace(path, "");
      world.later(1 + (at.pick % 9), () => people(world, at).writeInPlace(path, editedText(world, at.pick, text)));
    }),
  truncate: (world, at) => onFile(world, at, (path) => people(world, at).writeInPlace(path, "")),
  "create a file": (world, at) => {
    const path = `${NAMES[at.pick % NAMES.length]}.md`;
    if (people(world, at).text(path) === null)
      people(world, at).writeInPlace(
        path,
        `${world.word()}\n\nmiddle\n\nsee [[${NAMES[(at.pick + 3) % NAMES.length]}]]\n`,
      );
  },
  "remove a file": (world, at) => onFile(world, at, (path) => people(world, at).remove(path)),
  "move a file": (world, at) =>
    onFile(world, at, (path) => people(world, at).move(path, `moved/${path.replaceAll("/", "-")}`)),
  "rename a file": (world, at) =>
    onFile(world, at, (path) => people(world, at).move(path, `${NAMES[at.pick % NAMES.length]}.md`)),
  "copy a file": (world, at) =>
    onFile(world, at, (path, text) => {
      const copy = path.replace(/\.md$/, " copy.md");
      if (people(world, at).text(copy) === null) people(world, at).writeInPlace(copy, text);
    }),
  "change the case of a name": (world, at) => onFile(world, at, (path) => people(world, at).move(path, swapCase(path))),
  "decompose a name": (world, at) => onFile(world, at, (path) => people(world, at).move(path, path.normalize("NFD"))),
  "strip the front matter": (world, at) =>
    onFile(world, at, (path, text) =>
      people(world, at).writeInPlace(path, text.replace(/^---\n[^]*?\n---\n/, "") || world.word()),
    ),
  "strip the id": (world, at) =>
    onFile(world, at, (path, text) => people(world, at).writeInPlace(path, text.replace(/^knote: .*\n/m, ""))),
  "break the front matter": (world, at) =>
    onFile(world, at, (path, text) => people(world, at).writeInPlace(path, `---\na: [\n---\n${text}`)),
  "name a link": (world, at) =>
    onFile(world, at, (path, text) => {
      const target = people(world, at)
        .paths()
        .filter((one) => !one.startsWith("."))[(at.pick * 7) % 5];
      const link = `extends:\n  - "[[${target?.replace(/\.md$/, "") ?? "Nobody"}]]"\n`;
      if (!/^extends:/m.test(text) && text.startsWith("---\n"))
        people(world, at).writeInPlace(path, `---\n${link}${text.slice(4)}`);
    }),
  "drop the links": (world, at) =>
    onFile(world, at, (path, text) =>
      people(world, at).writeInPlace(path, text.replace(/^(?:extends|relates_to):\n(?: {2}- .*\n)+/gm, "")),
    ),
  "ignore a name": (world, at) => people(world, at).writeInPlace(".knoteignore", at.pick % 2 === 0 ? "moved/\n" : "\n"),
  "lose the state": (world, at) => people(world, at).remove(".knote/sync.json"),
  "bring the state of another machine": (world, at) => {
    const text = people(world, at).text(".knote/sync.json");
    if (text !== null) people(world, at).writeInPlace(".knote/sync.json", text.replace('"this machine"', '"another"'));
  },
  "make a folder unreadable": (world, at) => people(world, at).setUnreadable(at.pick % 2 === 0 ? "sub" : "moved", true),
  "make folders readable": (world, at) =>
    ["sub", "moved"].forEach((one) => people(world, at).setUnreadable(one, false)),
  "fill the disk": (world, at) => {
    const { files } = world.folders[at.folder % world.folders.length]!;
    files.failWrites("ENOSPC");
    world.later(1 + (at.pick % 5), () => files.failWrites(null));
  },
  "create a note": async (world, { pick }) => {
    await world.user.note(NAMES[pick % NAMES.length]!, {
      content: `${world.word()}\n\nmiddle\n\n[[${NAMES[(pick + 1) % NAMES.length]}]]`,
    });
  },
  "edit a note": (world, { pick }) =>
    onNote(world, pick, async (note) => {
      await world.user.api.notes.update({ id: note.id, content: editedText(world, pick, note.content) });
    }),
  "reword a claim": (world, { pick }) =>
    onNote(world, pick, async ({ id }) => {
      await world.user.api.notes.update({ id, title: `${NAMES[pick % NAMES.length]} ${world.word()}` });
    }),
  "change the fields of a note": (world, { pick }) =>
    onNote(world, pick, async ({ id }) => {
      await world.user.api.notes.update({
        id,
        tags: [`t${pick % 4}`],
        importance: (pick % 5) / 4,
        state: pick % 3 === 0 ? "archived" : "active",
      });
    }),
  "delete a note": (world, { pick }) => onNote(world, pick, ({ id }) => world.user.api.notes.delete({ id })),
  "purge a note": (world, { pick }) =>
    onNote(world, pick, async ({ id }) => {
      await world.forgive(id);
      await world.user.api.notes.delete({ id, purge: true });
    }),
  "bring back a backup of a note": (world, { pick }) =>
    onNote(world, pick, async ({ id }) => {
      const { storage } = world.user.ctx;
      const { userId } = world.user.actor;
      const [current, revisions] = [
        await storage.notes.get(userId, id),
        await storage.notes.history(userId, id, { limit: 100 }),
      ];
      const { archived, ...older } = revisions[pick % revisions.length]!;
      // What was written since the backup is gone.
      await world.forgive(id);
      await storage.notes.purge(userId, id, []);
      await storage.notes.insert(userId, noteWrite({ ...current!, ...older, archived: archived ?? false }), []);
    }),
  "restore a note": async (world, { pick }) => {
    const trash = await world.user.ctx.storage.notes.trash(world.user.actor.userId, { limit: 100 });
    const note = trash[pick % Math.max(1, trash.length)];
    if (note) await world.user.api.notes.restore({ id: note.id });
  },
  "link two notes": (world, { pick }) =>
    onNote(world, pick, async ({ id }, notes) => {
      const target_id = notes[(pick * 3 + 1) % notes.length]!.id;
      const relation = (["relates_to", "extends", "supersedes"] as const)[pick % 3]!;
      if (target_id !== id)
        await world.user.api.links.create({ source_id: id, target_id, relation }).catch(() => undefined);
    }),
  "unlink two notes": async (world, { pick }) => {
    const { links } = await world.user.api.links.list({});
    const link = links[pick % Math.max(1, links.length)];
    if (link) await world.user.api.links.delete(link);
  },
} as const satisfies Record<string, Doing>;

export async function doDeed(world: World, { deed, ...at }: Deed): Promise<void> {
  await DEEDS[deed](world, at);
}

function people(world: World, { folder }: { readonly folder: number }) {
  return world.folders[folder % world.folders.length]!.files.people;
}

function onFile(
  world: World,
  place: { readonly folder: number; readonly pick: number },
  work: (path: string, text: string) => void,
): void {
  const folder = people(world, place);
  const paths = folder.paths().filter((path) => !path.startsWith("."));
  const path = paths[place.pick % Math.max(1, paths.length)];
  if (path !== undefined) work(path, folder.text(path)!);
}

interface ListedNote {
  readonly id: string;
  readonly content: string;
}

async function onNote(
  world: World,
  pick: number,
  work: (note: ListedNote, notes: readonly ListedNote[]) => Promise<void>,
): Promise<void> {
  const { notes } = await world.user.api.notes.list({});
  const note = notes[pick % Math.max(1, notes.length)];
  if (note) await work(note, notes);
}

/** Adds a word of its own: at the beginning or the end of the text, or in place of a line. */
function editedText(world: World, pick: number, text: string): string {
  const word = world.word();
  const [, block = "", content = ""] = /^(---\n[^]*?\n---\n)?([^]*)$/.exec(text)!;
  if (pick % 3 === 0) return `${block}${word}\n\n${content}`;
  if (pick % 3 === 1) return `${block}${content.trimEnd()}\n\n${word}\n`;
  return `${block}${content.includes("middle") ? content.replace("middle", `middle ${word}`) : word}`;
}

function swapCase(path: string): string {
  return path.replace(/^[a-z]|[A-Z]/g, (sign) =>
    sign === sign.toUpperCase() ? sign.toLowerCase() : sign.toUpperCase(),
  );
}
