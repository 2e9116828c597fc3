import { access, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { apiOf, startServerProcess, type ServerProcess } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { tempFolder, type TempFolder } from "../testing/temp-folder.ts";

async function startVault(files: Readonly<Record<string, string>> = {}) {
  const [server, folder] = [await startServerProcess(), await tempFolder()];
  const vault = join(folder.path, "vault");
  await mkdir(vault);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(vault, path)), { recursive: true });
    await writeFile(join(vault, path), text);
  }
  const api = await apiOf(server, "local:owner");
  return {
    ...{ server, folder, vault, api },
    sync: (...args: string[]) => runSync(server, folder, args),
    read: (path: string) => readFile(join(vault, path), "utf8"),
    async notes(): Promise<{ id: string; title: string; content: string }[]> {
      return (await api("GET", "/api/graph/notes")).body.notes;
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

async function runSync(server: ServerProcess, folder: TempFolder, args: readonly string[]) {
  const service = ["--url", server.url, "--token", await server.token("local:owner")];
  return await folder.knote(["sync", "vault", ...service, ...args], { XDG_STATE_HOME: join(folder.path, "state") });
}

describe("knote sync", () => {
  it("makes a folder and the notes alike, both ways, and then has nothing to do", async () => {
    await using vault = await startVault({
      "Owls hunt.md": "They hear mice.\n\nSee [[Owls see well]].\n",
      "birds/Owls see well.md": "---\ncssclass: wide\ntags: [birds]\n---\nBig eyes.\n",
    });
    await vault.api("POST", "/api/workspace/notes", {
      title: "Bats: fliers",
      content: "At night.",
      note_type: "belief",
    });
    const first = await vault.sync("--init");
    expect([first.code, first.stderr]).toEqual([0, ""]);
    expect((await vault.notes()).map(({ title }) => title).toSorted()).toEqual([
      "Bats: fliers",
      "Owls hunt",
      "Owls see well",
    ]);
    expect(await vault.read("Bats fliers.md")).toMatch(
      /^---\nknote: .*\ntitle: "Bats: fliers"\ntype: belief\ncreated: /,
    );
    expect(await vault.read("birds/Owls see well.md")).toMatch(
      /^---\ncssclass: wide\ntags: \[birds\]\nknote: .*\n---\nBig/,
    );
    expect((await vault.api("GET", "/api/graph/links")).body.links).toHaveLength(1);

    const bats = (await vault.notes()).find(({ title }) => title === "Bats: fliers")!;
    await vault.api("PUT", `/api/workspace/notes/${bats.id}`, { content: "At dusk." });
    await writeFile(
      join(vault.vault, "birds/Owls see well.md"),
      (await vault.read("birds/Owls see well.md")).replace("Big", "Huge"),
    );
    await rm(join(vault.vault, "Owls hunt.md"));
    const second = await vault.sync();
    expect([second.code, second.stderr]).toEqual([0, ""]);
    expect((await vault.notes()).map(({ content }) => content).toSorted()).toEqual(["At dusk.", "Huge eyes."]);
    expect(await vault.read("Bats fliers.md")).toContain("At dusk.");
    expect((await vault.sync()).stdout).toBe("Nothing to do.\n");
  });

  it("keeps both texts where they do not fit together, and says so", async () => {
    await using vault = await startVault({ "Owls.md": "One.\n" });
    await vault.sync("--init");
    const [owls] = await vault.notes();
    await vault.api("PUT", `/api/workspace/notes/${owls!.id}`, { content: "Two." });
    await writeFile(join(vault.vault, "Owls.md"), (await vault.read("Owls.md")).replace("One.", "Three."));
    const { code, stdout } = await vault.sync();
    expect([code, stdout]).toEqual([1, expect.stringMatching(/a note of its own: Owls \(conflict, vault .*\)\n/)]);
    expect((await vault.notes()).map(({ content }) => content).toSorted()).toEqual(["Three.", "Two."]);
    expect((await vault.sync()).code).toBe(0);
  });

  it("deletes nothing when the folder is away, empty or another's", async () => {
    await using vault = await startVault({ "Owls.md": "One.\n" });
    await vault.sync("--init");
    await rename(vault.vault, `${vault.vault}-away`);
    expect(await vault.sync()).toMatchObject({ code: 1, stderr: "There is no folder vault.\n" });
    await mkdir(vault.vault);
    expect(await vault.sync()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("is not synced yet") as string,
    });
    expect(await vault.notes()).toHaveLength(1);
    await rm(vault.vault, { recursive: true });
    await rename(`${vault.vault}-away`, vault.vault);
    const token = await vault.server.token("github:2");
    const other = await vault.folder.knote(["sync", "vault", "--url", vault.server.url, "--token", token]);
    expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining("is synced with") as string });
    expect((await vault.sync()).code).toBe(0);
  });

  it("says within two seconds what it cannot read, and goes on with the rest", async () => {
    await using vault = await startVault({
      "Broken.md": "---\na: [\n---\ntext",
      "Bomb.md": `---\na: &a [x,x,x,x,x,x,x,x,x]\n${Array.from({ length: 12 }, (_, level) => `${String.fromCodePoint(98 + level)}: &${String.fromCodePoint(98 + level)} [${Array.from({ length: 9 }, () => `*${String.fromCodePoint(97 + level)}`).join(",")}]`).join("\n")}\n---\ntext`,
      "Empty.md": "",
      "Long.md": "x".repeat(50_001),
      "Long enough.md": "x".repeat(50_000),
      "Huge.md": "x".repeat(17 * 1024 * 1024),
    });
    await writeFile(join(vault.vault, "Bytes.md"), Buffer.from([0xff, 0xfe, 0x41]));
    const { code, stdout } = await vault.sync("--init");
    expect(code).toBe(1);
    for (const [name, reason] of [
      ["Broken.md", "The front matter is no YAML"],
      ["Bomb.md", "The front matter"],
      ["Empty.md", "It is empty."],
      ["Long.md", "content must have at most 50,000 characters."],
      ["Huge.md", "It has more than 16 MiB."],
      ["Bytes.md", "It is no UTF-8."],
    ])
      expect(stdout).toContain(`Left alone: ${name}: ${reason}`);
    expect((await vault.notes()).map(({ title }) => title)).toEqual(["Long enough"]);
    expect((await stat(join(vault.vault, "Huge.md"))).size).toBe(17 * 1024 * 1024);
  });

  it("lets no second sync of a folder run, and no dead one stand in the way", async () => {
    await using vault = await startVault({ "Owls.md": "One.\n" });
    await vault.sync("--init");
    const lock = join(vault.vault, ".knote/lock");
    await writeFile(lock, String(process.pid));
    expect(await vault.sync()).toMatchObject({ code: 1, stderr: "Another sync of this folder is running.\n" });
    await writeFile(lock, "2147483646");
    expect((await vault.sync()).code).toBe(0);
    await expect(access(lock)).rejects.toThrow("ENOENT");
    expect(await readdir(join(vault.vault, ".knote/tmp"))).toEqual([]);
  });
});
