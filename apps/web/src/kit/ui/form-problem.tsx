/** Says why a form's work failed. */
export function FormProblem({ problem }: { readonly problem: string | null }) {
  return (
    problem && (
      <p role="alert" className="text-sm text-danger">
        {problem}
      </p>
    )
  );
}
