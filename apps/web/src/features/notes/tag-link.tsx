import { Link } from "@tanstack/react-router";

/** A tag that leads to the notes that have it. */
export function TagLink({ tag, className = "" }: { readonly tag: string; readonly className?: string }) {
  return (
    <Link to="/notes" search={{ tag: tagsAsText([tag]) }} title={`Notes tagged #${tag}`} className={className}>
      #{tag}
    </Link>
  );
}

/** Tags as the address of the list has them: with commas between. */
export function tagsAsText(tags: readonly string[]): string {
  return tags.map((tag) => tag.replaceAll(",", "%2C")).join(",");
}
