import { type Ref, useId } from "react";

/** The terms, to open and read, and the box that says they are accepted. */
export function TermsCheckbox({
  terms,
  checked,
  onCheckedChange,
  isMissing,
  ref,
}: {
  terms: string[];
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  isMissing: boolean;
  ref: Ref<HTMLInputElement>;
}) {
  const id = useId();
  return (
    <div>
      <details className="text-sm">
        <summary className="flex min-h-12 items-center font-medium text-ink underline underline-offset-2">
          {"Read the Terms & Conditions"}
        </summary>
        <div className="mb-2 grid max-h-48 gap-2 overflow-y-auto rounded-md border border-line p-3 text-quiet">
          {terms.map((text, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other identity
            <p key={index}>{text}</p>
          ))}
        </div>
      </details>
      <label className="flex min-h-12 cursor-pointer items-center gap-3">
        <input
          ref={ref}
          type="checkbox"
          checked={checked}
          onChange={(event) => onCheckedChange(event.target.checked)}
          aria-invalid={isMissing || undefined}
          aria-describedby={isMissing ? id : undefined}
          className="size-6 shrink-0 accent-ink"
        />
        <span>{"I accept the Terms & Conditions"}</span>
      </label>
      {isMissing && (
        <p id={id} className="text-bad text-sm">
          Tick the box to accept the terms.
        </p>
      )}
    </div>
  );
}
