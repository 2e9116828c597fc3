import { LIMITS } from "@knote/contract";
import { useId } from "react";
import { Complaint, describedBy } from "./complaint.tsx";
import { LengthLeft } from "./length-left.tsx";
import type { Editor } from "./use-editor.ts";

/** The field for the claim. */
export function TitleField({
  editor: { fields, change },
  autoFocus,
  problem,
}: {
  readonly editor: Editor;
  readonly autoFocus: boolean;
  readonly problem: string | undefined;
}) {
  const id = useId();
  return (
    <div>
      <label className="block">
        <span className="sr-only">Claim</span>
        <textarea
          rows={1}
          autoFocus={autoFocus}
          value={fields.title}
          placeholder="State it so that someone could disagree"
          // A claim is one line, however long.
          onChange={(event) => change({ title: event.target.value.replace(/\n+/g, " ") })}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.metaKey || event.ctrlKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            event.currentTarget.form?.querySelector<HTMLElement>("textarea[name=content]")?.focus();
          }}
          {...describedBy({ problem, id })}
          className="[field-sizing:content] w-full resize-none bg-transparent text-2xl leading-snug font-semibold tracking-tight outline-none"
        />
      </label>
      <Complaint id={id} text={problem} />
      <LengthLeft text={fields.title} limit={LIMITS.titleLength} />
    </div>
  );
}
