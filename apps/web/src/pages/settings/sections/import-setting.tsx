import { Link } from "@tanstack/react-router";
import { Setting } from "../setting.tsx";

/** Leads to the page that imports. */
export function ImportSetting() {
  return (
    <Setting
      name="Import"
      about="Notes of Obsidian, Notion, Logseq, Roam and others, tables, and exports of Knote. You can also drop them anywhere."
    >
      <Link
        to="/import"
        search={{}}
        className="inline-flex h-9 items-center rounded-md border border-line bg-surface px-3.5 font-medium hover:bg-hover"
      >
        Import notes …
      </Link>
    </Setting>
  );
}
