import { LIMITS } from "@knote/contract";

/** What a bookmarklet, a share sheet or a shortcut hands over in the address. */
export interface Capture {
  readonly title?: string | undefined;
  readonly content?: string | undefined;
  /** Separated by commas. */
  readonly tags?: string | undefined;
  readonly url?: string | undefined;
}

/** Characters taken of a text: servers and browsers bear longer addresses differently. */
export const CAPTURE_LENGTH = 8_000;

export function readCaptureSearch(search: Record<string, unknown>): Capture {
  const text = (name: keyof Capture): object => {
    const value = search[name];
    // Addresses are read as JSON where they can be: a title can be a number.
    return typeof value === "string" || typeof value === "number" ? { [name]: String(value) } : {};
  };
  return { ...text("title"), ...text("content"), ...text("tags"), ...text("url") };
}

export interface CapturedFields {
  readonly title: string;
  readonly content: string;
  readonly tags: readonly string[];
  /** Whether something did not fit. */
  readonly isCut: boolean;
}

/** Makes the fields of a note of it. A title that is too long stands in the text, as an import has it. */
export function captureFields({ title = "", content = "", tags = "", url = "" }: Capture): CapturedFields {
  const claim = title.replace(/\s+/g, " ").trim();
  const signs = [...claim];
  const isLong = signs.length > LIMITS.titleLength;
  const shortClaim = isLong ? `${signs.slice(0, LIMITS.titleLength - 1).join("")}…` : claim;
  const whole = [isLong && claim, content.trim(), url.trim()].filter(Boolean).join("\n\n");
  const cutText = [...whole].slice(0, CAPTURE_LENGTH).join("");
  const names = [
    ...new Set(
      tags
        .split(",")
        .map((tag) => tag.replace(/^\s*#/, "").trim())
        .filter(Boolean),
    ),
  ];
  const fitting = names.filter((tag) => [...tag].length <= LIMITS.tagLength).slice(0, LIMITS.tags);
  return {
    title: shortClaim,
    content: cutText,
    tags: fitting,
    isCut: cutText.length < whole.length || fitting.length < names.length,
  };
}
