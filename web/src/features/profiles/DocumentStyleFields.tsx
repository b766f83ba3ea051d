import { Suspense, useDeferredValue, useMemo } from "react";
import { PrintableDocument } from "../../documents/printable/PrintableDocument";
import { findTemplate, TEMPLATES } from "../../documents/printable/templates";
import type { ProfileInput } from "../../entities/profiles/profile";
import { useRules } from "../../rules/rules";
import { cx } from "../../ui/cx";
import { Skeleton } from "../../ui/Skeleton";
import { presentSample } from "./sample";
import "./template-sheet.css";

/** The look of the documents: each template shown on a small sheet with the business's own name and logo. */
export function TemplateField({
  profile,
  value,
  onValueChange,
  error,
}: {
  profile: ProfileInput;
  value: string;
  onValueChange: (template: string) => void;
  error?: string;
}) {
  const chosenName = findTemplate(value).name;
  const deferredProfile = useDeferredValue(profile);
  return (
    <fieldset>
      <legend className="sr-only">Template</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,7rem),1fr))] gap-3 sm:grid-cols-3">
        {TEMPLATES.map(({ name, title, hint }) => (
          <label
            key={name}
            className={cx(
              "relative flex cursor-pointer flex-col overflow-hidden rounded-md border-2 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-ink has-focus-visible:outline-offset-2",
              name === chosenName ? "border-ink" : "border-line hover:border-line-strong",
            )}
          >
            <Suspense fallback={<Skeleton className="aspect-5/6" />}>
              <TemplatePreview profile={deferredProfile} template={name} />
            </Suspense>
            <span className="flex flex-1 items-start gap-2.5 border-line border-t p-3">
              <input
                type="radio"
                name="template"
                value={name}
                checked={name === chosenName}
                onChange={() => onValueChange(name)}
                className="mt-0.5 size-5 shrink-0 accent-ink focus-visible:outline-0"
              />
              <span className="min-w-0">
                <span className="block font-medium text-ink">{title}</span>
                <span className="block text-quiet text-sm">{hint}</span>
              </span>
            </span>
          </label>
        ))}
      </div>
      {error ? <p className="mt-2 text-bad text-sm">{error}</p> : null}
    </fieldset>
  );
}

/** The top of a sheet of 640 px, drawn as small as its place is. */
function TemplatePreview({ profile, template }: { profile: ProfileInput; template: string }) {
  const rules = useRules();
  const document = useMemo(() => presentSample(rules, profile, template), [rules, profile, template]);
  return (
    <span className="template-sheet block aspect-5/6 overflow-hidden bg-paper" aria-hidden inert>
      {document ? <PrintableDocument document={document} /> : null}
    </span>
  );
}
