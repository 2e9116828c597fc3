import { aNoteBody } from "@knote/testkit";
import type { HostileAct } from "../act.ts";
import { MARKS } from "../provider.ts";

const CALLERS = 8;

export const REFUSED_TEXTS_ACT: HostileAct = {
  name: "texts that the embedder refuses",
  begin: (villain) =>
    villain.keepOn(CALLERS, () => villain.send("POST /api/workspace/notes", aNoteBody(`It is ${MARKS.refused}`))),
};
