import { useState } from "react";
import { useServices } from "../../../kit/services.tsx";
import { problemOf } from "../../../kit/errors.ts";
import { Button } from "../../../kit/ui/button.tsx";
import { exportGraph, type ExportFormat } from "../export-graph.ts";
import { Setting } from "../setting.tsx";

const count = new Intl.NumberFormat("en");

/** Exports all notes and links as a file that any Knote can import. */
export function ExportSetting() {
  const { client, toasts } = useServices();
  const [statusText, setStatusText] = useState<string | null>(null);
  const run = async (format: ExportFormat): Promise<void> => {
    setStatusText("Reading …");
    try {
      const file = await exportGraph(client, format, ({ notes, links }) =>
        setStatusText(`${count.format(notes)} notes, ${count.format(links)} links …`),
      );
      save(file, `knote-${new Date().toISOString().slice(0, 10)}.${format}`);
      setStatusText((text) => text && `${text.replace(" …", "")} exported.`);
    } catch (error) {
      setStatusText(null);
      toasts.showProblem(problemOf(error));
    }
  };
  return (
    <Setting
      name="Export"
      about="All notes and links, in the format that the import below accepts. Earlier revisions and deleted notes are not included."
    >
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={() => void run("ndjson")}>Export as JSON lines</Button>
        <Button onClick={() => void run("json")}>Export as JSON</Button>
        <span role="status" className="text-sm text-muted tabular-nums">
          {statusText}
        </span>
      </div>
    </Setting>
  );
}

function save(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // By then the download has started.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
