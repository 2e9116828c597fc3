import { useNavigate } from "@tanstack/react-router";
import { CalendarCheck, CalendarClock, FileUp, Keyboard, LogOut, Moon, Plus, Sun } from "lucide-react";
import { type ReactNode, useState } from "react";
import { NAVIGATION } from "../../navigation.ts";
import { useSignOut } from "../../../session/use-sign-out.ts";
import { TypeIcon } from "../../../features/notes/type-icon.tsx";
import { CorrectionNotice } from "../../../features/notes/correction-notice.tsx";
import { useNoteSearch } from "../../../features/notes/use-note-search.ts";
import { Dialog } from "../../../kit/ui/dialog.tsx";
import { Kbd } from "../../../kit/ui/kbd.tsx";
import { useListbox } from "../../../kit/ui/use-listbox.ts";
import { useBeside } from "../../../features/notes/use-beside.ts";
import { useTheme } from "../../../kit/theme/use-theme.ts";
import { useAsOf } from "../../../remote/past/use-as-of.ts";

interface Command {
  readonly key: string;
  readonly name: string;
  readonly icon: ReactNode;
  readonly keys?: string;
  readonly run: () => void;
}

const MOST_NOTES = 6;

/** Finds every command and every note by typing. */
export function Palette({
  onClose,
  ...actions
}: {
  readonly onClose: () => void;
  readonly onHelp: () => void;
  readonly onPickDay: () => void;
}) {
  const [text, setText] = useState("");
  const beside = useBeside();
  const { notes, areCurrent, correction } = useNoteSearch(text, MOST_NOTES);
  const matching = useCommands(actions).filter(({ name }) => matches(name, text));
  const noteCommands: Command[] = notes.map((note) => ({
    key: note.id,
    name: note.title,
    icon: <TypeIcon type={note.note_type} />,
    run: () => beside.open(note.id),
  }));
  const entries = [...matching, ...noteCommands];
  const listbox = useListbox({
    keys: entries.map(({ key }) => key),
    // Commands come first and are there at once.
    areCurrent: areCurrent || matching.length > 0,
    initial: 0,
    onTake(index) {
      onClose();
      entries[index]?.run();
    },
  });
  return (
    <Dialog open onClose={onClose} title="Command palette" hideTitle>
      <input
        autoFocus
        aria-label="Command or note"
        placeholder="A command, a page or a note …"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          listbox.reset();
        }}
        onKeyDown={listbox.onKeyDown}
        className="h-12 w-full border-b border-line bg-transparent px-4 outline-none"
        {...listbox.field}
      />
      {correction !== undefined && <CorrectionNotice text={text} correction={correction} />}
      <ul {...listbox.list} aria-label="Commands and notes" className="max-h-[50vh] overflow-y-auto p-1">
        {entries.map(({ key, name, icon, keys }, index) => (
          <li
            key={key}
            {...listbox.option(index)}
            className={`flex h-9 cursor-pointer items-center gap-3 rounded-md px-3 ${index === listbox.chosenIndex ? "bg-hover" : ""}`}
          >
            <span className="flex w-4 justify-center text-muted">{icon}</span>
            <span className="min-w-0 flex-1 truncate">{name}</span>
            {keys && <Kbd keys={keys} />}
          </li>
        ))}
      </ul>
      {entries.length === 0 && <p className="px-4 py-6 text-center text-muted">No command or note matches.</p>}
    </Dialog>
  );
}

function useCommands({
  onHelp,
  onPickDay,
}: {
  readonly onHelp: () => void;
  readonly onPickDay: () => void;
}): Command[] {
  const { asOf, backToNow } = useAsOf();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const { isDark, choose } = useTheme();
  const pages = NAVIGATION.map(({ to, label, icon: Icon, letter }) => ({
    key: to,
    name: label,
    icon: <Icon size={15} />,
    keys: `g ${letter}`,
    run: () => void navigate({ to, search: {} }),
  }));
  return [
    ...pages,
    ...(asOf === null
      ? [
          {
            key: "new",
            name: "New note",
            icon: <Plus size={15} />,
            keys: "+",
            run: () => void navigate({ to: "/notes/new", search: {} }),
          },
          {
            key: "import",
            name: "Import notes",
            icon: <FileUp size={15} />,
            run: () => void navigate({ to: "/import", search: {} }),
          },
        ]
      : [{ key: "now", name: "Back to now", icon: <CalendarCheck size={15} />, keys: "Escape", run: backToNow }]),
    {
      key: "past",
      name: "Show the dashboard as it was on …",
      icon: <CalendarClock size={15} />,
      keys: "b",
      run: onPickDay,
    },
    {
      key: "theme",
      name: isDark ? "Light theme" : "Dark theme",
      icon: isDark ? <Sun size={15} /> : <Moon size={15} />,
      keys: "t",
      run: () => choose(isDark ? "light" : "dark"),
    },
    { key: "shortcuts", name: "Shortcuts", icon: <Keyboard size={15} />, keys: "?", run: onHelp },
    { key: "sign-out", name: "Sign out", icon: <LogOut size={15} />, run: () => void signOut() },
  ];
}

/** Whether each typed word is the start of a word of the name. */
function matches(name: string, text: string): boolean {
  const words = name.toLowerCase().split(" ");
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((prefix) => words.some((word) => word.startsWith(prefix)));
}
