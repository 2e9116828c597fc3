import { type ReactNode, useId } from "react";

/** A section of the page with a title. */
export function Card({
  title,
  wide = false,
  children,
}: {
  readonly title: string;
  readonly wide?: boolean;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={`min-w-0 rounded-lg border border-line bg-surface p-4 ${wide ? "md:col-span-2" : ""}`}
    >
      <h2 id={id} className="pb-3 font-medium">
        {title}
      </h2>
      {children}
    </section>
  );
}
