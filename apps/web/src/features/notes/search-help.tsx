import { CircleQuestionMark } from "lucide-react";
import type { RefObject } from "react";
import { IconButton } from "../../kit/ui/button.tsx";
import { Menu, MenuItem } from "../../kit/ui/menu.tsx";

/** Each operator as an example, what the example finds, and what to type for it. */
const OPERATORS: readonly (readonly [example: string, meaning: string, insert: string])[] = [
  ["sleep*", "words that begin so", ""],
  ['"at night"', "exactly these words", '"'],
  ["coffee OR tea", "either word", " OR "],
  ["-draft", "without this word", " -"],
  ["tag:sleep", "with this tag", " tag:"],
  ["type:decision", "of this type", " type:"],
  ["state:contested", "in this state", " state:"],
  ["after:2026-03-01", "written that day or later", " after:"],
  ["before:2026", "written before", " before:"],
];

/** Lists the operators of a search; a press adds one to the text. The field gets the focus back. */
export function SearchHelp({
  text,
  onInsert,
  field,
}: {
  readonly text: string;
  readonly onInsert: (text: string) => void;
  readonly field: RefObject<HTMLInputElement | null>;
}) {
  const trigger = (
    <IconButton label="Search operators" className="-mr-1.5 shrink-0">
      <CircleQuestionMark size={15} />
    </IconButton>
  );
  return (
    <Menu trigger={trigger} focusAfter={field}>
      {OPERATORS.map(([example, meaning, insert]) => (
        <MenuItem key={example} onSelect={() => onInsert(withOperator(text, insert))}>
          <span className="flex items-baseline gap-4">
            <code className="flex-1 text-sm">{example}</code>
            <span className="text-sm text-muted">{meaning}</span>
          </span>
        </MenuItem>
      ))}
    </Menu>
  );
}

/** Returns the text with the operator after it; a leading space only where words stand before. */
function withOperator(text: string, insert: string): string {
  const before = text.trimEnd();
  return before === ""
    ? insert.trimStart()
    : before + (insert.startsWith(" ") || insert === "" ? insert : ` ${insert}`);
}
