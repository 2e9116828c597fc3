import { FileUp, FolderUp } from "lucide-react";
import { useRef, useState } from "react";
import { forgetLastImport, type LastImport, readLastImport } from "../../features/transfer/last-import.ts";
import { pickFromInput } from "../../features/transfer/picked.ts";
import { readPicked, undoLastImport } from "../../features/transfer/run-import.ts";
import { countOf } from "../../kit/count-of.ts";
import { useServices } from "../../kit/services.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { RelativeTime } from "../../kit/ui/relative-time.tsx";

const TOOLS: readonly (readonly [tool: string, what: string])[] = [
  ["Obsidian, Foam, any Markdown", "the folder, or a zip of it"],
  ["basic-memory", "the folder"],
  ["Logseq", "the folder of the graph"],
  ["Notion", "the zip of “Export as Markdown & CSV”"],
  ["Roam", "the JSON export"],
  ["Bear", "the .bear2bk backup"],
  ["Readwise", "the CSV export"],
  ["karakeep", "the JSON export"],
  ["mem0, supermemory, memos", "an answer of their API, saved as JSON"],
  ["Any table", "a CSV file, or a JSON file with a list"],
  ["Knote", "a zip, folder or .jsonl of an export"],
];

/** Where an import begins: what can be brought, and the two ways to do so without a mouse. */
export function ChooseSource() {
  const services = useServices();
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const take = (input: HTMLInputElement): void => {
    const list = [...(input.files ?? [])];
    input.value = "";
    if (list.length > 0) void readPicked(services, pickFromInput(list));
  };
  return (
    <>
      <div className="mt-4 flex flex-col items-center gap-3 rounded-lg border border-dashed border-field-line px-4 py-10 text-center">
        <p>Drop a folder, a zip or a file anywhere in Knote, or</p>
        <div className="flex flex-wrap justify-center gap-2">
          <Button onClick={() => folder.current?.click()}>
            <FolderUp size={16} aria-hidden />
            Choose a folder
          </Button>
          <Button onClick={() => files.current?.click()}>
            <FileUp size={16} aria-hidden />
            Choose files
          </Button>
        </div>
        <p className="text-sm text-muted">You see what would come in before anything is stored.</p>
        <input
          ref={files}
          type="file"
          multiple
          aria-label="Files to import"
          tabIndex={-1}
          className="sr-only"
          onChange={({ target }) => take(target)}
        />
        <input
          ref={folder}
          type="file"
          // Browsers know this name alone for choosing folders.
          {...{ webkitdirectory: "" }}
          aria-label="Folder to import"
          tabIndex={-1}
          className="sr-only"
          onChange={({ target }) => take(target)}
        />
      </div>
      <Latest />
      <section aria-labelledby="what-can-come" className="mt-8">
        <h2 id="what-can-come" className="font-medium">
          What can come in
        </h2>
        <dl className="mt-2 grid gap-x-6 gap-y-1.5 text-sm sm:grid-cols-[auto_1fr]">
          {TOOLS.map(([tool, what]) => (
            <div key={tool} className="contents">
              <dt>{tool}</dt>
              <dd className="text-muted max-sm:mb-1">{what}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-4 text-sm text-muted">
          Links between notes come along, also typed ones. Attachments stay where they are. Nothing doubles when the
          same source is imported again, and notes that are here already stay as they are.
        </p>
      </section>
    </>
  );
}

/** Offers to take back the latest import, also after a reload. */
function Latest() {
  const services = useServices();
  const [last, setLast] = useState<LastImport | null>(() => readLastImport(localStorage));
  if (last === null) return null;
  return (
    <section
      aria-label="The latest import"
      className="mt-4 flex flex-wrap items-center gap-2 rounded-lg border border-line bg-surface px-4 py-3 text-sm"
    >
      <p className="mr-auto">
        Latest import: <strong className="font-medium">{last.name}</strong>, {countOf(last.ids.length, "note", "notes")}
        , <RelativeTime at={last.at} />
      </p>
      <Button
        small
        look="ghost"
        onClick={() => {
          forgetLastImport(localStorage);
          setLast(null);
        }}
      >
        Keep it
      </Button>
      <Button small onClick={() => void undoLastImport(services, last)}>
        Undo the import
      </Button>
    </section>
  );
}
