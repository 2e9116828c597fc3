import { eventually } from "@knote/testkit";
import { expect, it } from "vitest";
import { seriousViolations } from "./support/axe.ts";
import { shareDashboard } from "./support/share-dashboard.ts";

const newcomer = shareDashboard();

it("splits a note with its sentences dealt out, and undoes that from the toast and from the list", async () => {
  await using dashboard = await newcomer();
  const write = async (title: string, content: string): Promise<string> =>
    (await dashboard.api("POST", "/api/workspace/notes", { title, content, note_type: "fact" })).body.id;
  const both = await write(
    "Owls hunt mice, and bats sleep in caves all day",
    "Owls hear mice under snow. Bats sleep upside down in caves.",
  );
  const snow = await write("Snow muffles most sounds", "It is full of air.");
  await dashboard.api("POST", "/api/workspace/links", { source_id: both, target_id: snow, relation: "depends_on" });
  const titles = async () =>
    (await dashboard.api("GET", "/api/graph/notes?state=active")).body.notes.map(
      ({ title }: { title: string }) => title,
    );
  const before = await titles();
  const { page, watch, goto } = await dashboard.visit();

  await goto(`/notes/${both}`);
  await page.getByRole("heading", { name: "Owls hunt mice, and bats sleep in caves all day" }).waitFor();
  await page.keyboard.press("d");
  const form = page.getByRole("form", { name: "Split the note" });
  const first = form.getByRole("group", { name: "Part 1" });
  await first.waitFor();
  expect(await first.getByLabel("Claim").inputValue()).toBe("Owls hunt mice");
  expect(await first.getByLabel("Explanation").inputValue()).toBe("Owls hear mice under snow.");
  const second = form.getByRole("group", { name: "Part 2" });
  expect(await second.getByLabel("Claim").inputValue()).toBe("Bats sleep in caves all day");
  expect(await second.getByLabel("Explanation").inputValue()).toBe("Bats sleep upside down in caves.");
  expect(await seriousViolations(page)).toEqual([]);
  await form.getByLabel("Where the link with “Snow muffles most sounds” belongs").selectOption("Part 1");
  await form.getByRole("button", { name: "Split into 2 notes" }).click();
  await page.getByText("Split into 2 notes.").waitFor();
  expect(new Set(await titles())).toEqual(
    new Set(["Owls hunt mice", "Bats sleep in caves all day", "Snow muffles most sounds"]),
  );
  const links = (await dashboard.api("GET", `/api/workspace/notes/${snow}/links`)).body.incoming;
  expect(links.map(({ source_title }: { source_title: string }) => source_title)).toEqual(["Owls hunt mice"]);
  await page.keyboard.press("u");
  // The notes are back before the undo ends, and until then the note cannot be split again.
  const states = async () =>
    (await dashboard.api("GET", "/api/graph/operations")).body.operations.map(({ state }: { state: string }) => state);
  await eventually(async () => expect(await states()).toEqual(["undone"]));
  expect(await titles()).toEqual(before);

  const part = { content: "-", note_type: "fact" };
  const parts = [
    { ...part, title: "Owls hunt" },
    { ...part, title: "Bats sleep" },
  ];
  expect(await dashboard.api("POST", `/api/workspace/notes/${both}/split`, { parts })).toMatchObject({ status: 201 });
  await goto("/activity");
  const list = page.getByRole("region", { name: "Merges and splits" });
  await list.getByText("Undone").waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await list.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Split undone.").waitFor();
  expect(await titles()).toEqual(before);
  await eventually(async () => expect(await list.getByRole("button", { name: "Undo" }).count()).toBe(0));
  expect(watch.problems).toEqual([]);
});
