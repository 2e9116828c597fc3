/** What is wrong with a field, under it. `describedBy` of the same id goes on the field. */
export function Complaint({ id, text }: { readonly id: string; readonly text: string | undefined }) {
  return text === undefined ? null : (
    <p id={id} className="mt-1 text-sm text-danger">
      {text}
    </p>
  );
}

/** Of a field that has the complaint, and maybe a hint. */
export function describedBy({ problem, id, hint }: { problem: string | undefined; id: string; hint?: string }) {
  const ids = [problem !== undefined && id, hint].filter(Boolean).join(" ");
  return {
    "aria-invalid": problem !== undefined || undefined,
    ...(ids !== "" && { "aria-describedby": ids }),
  } as const;
}
