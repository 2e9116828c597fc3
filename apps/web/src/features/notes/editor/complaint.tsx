/** The problem of a field, shown below it. Spread `describedBy` with the same id on the field. */
export function Complaint({ id, text }: { readonly id: string; readonly text: string | undefined }) {
  return text === undefined ? null : (
    <p id={id} className="mt-1 text-sm text-danger">
      {text}
    </p>
  );
}

/** Returns the ARIA attributes for a field with a problem, and optionally a hint. */
export function describedBy({ problem, id, hint }: { problem: string | undefined; id: string; hint?: string }) {
  const ids = [problem !== undefined && id, hint].filter(Boolean).join(" ");
  return {
    "aria-invalid": problem !== undefined || undefined,
    ...(ids !== "" && { "aria-describedby": ids }),
  } as const;
}
