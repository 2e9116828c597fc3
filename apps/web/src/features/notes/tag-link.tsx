import { Link } from "@tanstack/react-router";

/** A tag that links to the notes that have it. */
export function TagLink({ tag, className = "" }: { readonly tag: string; readonly className?: string }) {
  return (
    <Link to="/notes" search={{ tag: tagsAsText([tag]) }} title={`Notes tagged #${tag}`} className={className}>
      #{tag}
    </Link>
  );
}

/** Joins tags with commas, as in the URL of the list. */
export function tagsAsText(tags: readonly string[]): string {
  return tags.map((tag) => tag.replaceAll(",", "%2C")).join(",");
}
