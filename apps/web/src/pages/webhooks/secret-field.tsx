/** Takes a secret of the owner's own; left empty, Knote makes one. */
export function SecretField({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  return (
    <label>
      <span className="block pb-1.5">
        Secret <span className="text-muted">(optional; left empty, Knote makes one)</span>
      </span>
      <input
        value={value}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        className="h-9 w-full rounded-md border border-field-line bg-canvas px-3 font-mono text-sm"
      />
    </label>
  );
}
