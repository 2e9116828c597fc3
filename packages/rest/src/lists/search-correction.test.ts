import { testServices } from "@knote/testkit";
import { expect, it } from "vitest";
import { startApp } from "../testing/start-app.ts";

it("tells in a header which search was answered, and adds nothing to the body", async () => {
  await using app = await startApp({ services: testServices() });
  const ada = await app.user("ada");
  const ben = await app.user("ben");
  await ada.note("We receive parcels");
  await ada.note("Über naïve Käufer");
  const correct = await ada.send("GET /api/graph/notes?q=receive");
  expect(correct.headers).not.toHaveProperty("x-search-correction");
  for (const search of ["q=recieve", "q=recieve&limit=1", "q=recieve&sort=newest"]) {
    const { status, headers, body } = await ada.send(`GET /api/graph/notes?${search}`);
    expect({ status, body }).toEqual({ status: 200, body: correct.body });
    expect(headers["x-search-correction"]).toBe("receive");
  }
  const ofNoTag = await ada.send(`GET /api/graph/notes?q=${encodeURIComponent("naïfe tag:none* OR")}`);
  expect(ofNoTag.headers).not.toHaveProperty("x-search-correction");
  const withSigns = await ada.send(`GET /api/graph/notes?q=${encodeURIComponent("kaufre (é)")}`);
  expect(withSigns.headers["x-search-correction"]).toBe(encodeURIComponent("kaufer (é)"));
  const foreign = await ben.send("GET /api/graph/notes?q=recieve");
  expect(foreign.body).toEqual({ notes: [] });
  expect(foreign.headers).not.toHaveProperty("x-search-correction");
});

it("takes operators in `q` together with parameters, page by page", async () => {
  await using app = await startApp({ services: testServices() });
  const ada = await app.user("ada");
  for (const title of ["Owls 1", "Owls 2", "Owls 3"]) await ada.note(title, { tags: ["birds"] });
  await ada.note("Bats");
  const titles: string[] = [];
  let next: string | undefined = `/api/graph/notes?q=${encodeURIComponent("tag:birds -bats")}&note_type=fact&limit=2`;
  for (let pages = 0; next !== undefined && pages < 5; pages++) {
    const { body, headers } = await ada.send(`GET ${next}`);
    titles.push(...body.notes.map(({ title }: { title: string }) => title));
    next = headers["link"]?.slice(1).split(">")[0];
  }
  expect(titles.toSorted()).toEqual(["Owls 1", "Owls 2", "Owls 3"]);
});
