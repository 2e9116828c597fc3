import { ImportLink } from "../../../features/notes/import-link.tsx";
import { Setting } from "../setting.tsx";

/** Leads to the page that imports. */
export function ImportSetting() {
  return (
    <Setting
      name="Import"
      about="Notes of Obsidian, Notion, Logseq, Roam and others, tables, and exports of Knote. You can also drop them anywhere."
    >
      <ImportLink />
    </Setting>
  );
}
