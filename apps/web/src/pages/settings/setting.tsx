import { type ReactNode, useId } from "react";

/** One section of the settings: its name, a description and its controls. */
export function Setting({
  name,
  about,
  children,
}: {
  readonly name: string;
  readonly about?: ReactNode;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-6 border-t border-line pt-4">
      <h2 id={id} className="font-medium">
        {name}
      </h2>
      {about && <p className="mt-0.5 text-sm text-muted">{about}</p>}
      <div className="mt-3">{children}</div>
    </section>
  );
}
