import { wordsToMark } from "./search-words.ts";

/** Says that nothing matched the text and that the notes match its correction, with a way to either. */
export function CorrectionNotice({
  text,
  correction,
  onSearch,
}: {
  readonly text: string;
  readonly correction: string;
  /** Absent where the text cannot be replaced. */
  readonly onSearch?: (text: string) => void;
}) {
  const words = text.trim();
  const better = correction.trim().replace(/\*$/, "");
  const link = "font-medium underline underline-offset-2 hover:text-text";
  return (
    <p role="status" className="px-4 py-2 text-sm text-muted">
      Nothing matches “{words}”. Showing results for{" "}
      {onSearch ? (
        <button type="button" className={link} onClick={() => onSearch(better)}>
          “{better}”
        </button>
      ) : (
        <>“{better}”</>
      )}
      .{/* In quotes, operators would be words. */}
      {onSearch && wordsToMark(words) === words && !words.includes('"') && (
        <>
          {" "}
          <button type="button" className={link} onClick={() => onSearch(`"${words}"`)}>
            Search for “{words}” as written
          </button>
        </>
      )}
    </p>
  );
}
