import { type ReactNode, type Ref, Suspense, useDeferredValue, useMemo } from "react";
import { PrintableDocument } from "../../documents/printable/PrintableDocument";
import { findTemplate, TEMPLATES } from "../../documents/printable/templates";
import { type ProfileInput, tidyColour } from "../../entities/profiles/profile";
import { type Rules, useRules } from "../../rules/rules";
import { cx } from "../../ui/cx";
import { Skeleton } from "../../ui/Skeleton";
import "./template-sheet.css";
import { Ban } from "lucide-react";
import type { Presentation } from "../../api/generated/Presentation";
import { presentOwnDocument } from "../../documents/present";
import { STANDARD_VAT_RATE } from "../../rules/rates";
import { TextField } from "../../ui/TextField";

/** An example day and job on which to try a template. */
const SAMPLE_DAY = "2026-03-05";
const SAMPLE_QUOTE = {
  kind: "quote",
  quoteNumber: "Q-0042",
  status: "sent",
  issueDate: SAMPLE_DAY,
  expiryDate: "2026-04-04",
  jobDescription: "New boiler in the airing cupboard, with a filter on the return.",
  notes: "",
  tax: STANDARD_VAT_RATE,
  items: [
    { id: "1", name: "Combi boiler 30 kW", description: "10-year guarantee", quantity: "1", price: "1240" },
    { id: "2", name: "Magnetic filter", description: "22 mm", quantity: "1", price: "94.50" },
    { id: "3", name: "Copper pipe 22 mm", description: "", quantity: "6", price: "7.80" },
  ],
  includeLabour: true,
  labourHours: "8",
  labourRate: "48",
};
const SAMPLE_CUSTOMER = {
  name: "Margaret Holroyd",
  company: "",
  address_line1: "27 Otley Old Road",
  address_line2: "",
  city: "Leeds",
  county: "",
  post_code: "LS16 6HG",
  country: "uk",
  phone: "",
  email: "",
};

/** An example quote of this business in a template; null where the rules refuse it. */
export function presentSample(rules: Rules, profile: ProfileInput, template: string): Presentation | null {
  const namedProfile = { ...profile, name: profile.name.trim() || "Your business", template };
  const sampleProfile = { ...namedProfile, stripe_account_id: null };
  return presentOwnDocument(
    rules,
    SAMPLE_QUOTE,
    { contact: SAMPLE_CUSTOMER, profile: sampleProfile },
    SAMPLE_DAY,
  );
}

/** The template of the documents: each is shown as a small page with the business's own name and logo. */
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
            <span className="flex flex-1 items-start gap-2 border-line border-t p-2 sm:gap-2.5 sm:p-3">
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

/** The top of a 640 px wide page, scaled down to the space available. */
function TemplatePreview({ profile, template }: { profile: ProfileInput; template: string }) {
  const rules = useRules();
  const document = useMemo(() => presentSample(rules, profile, template), [rules, profile, template]);
  return (
    <span className="template-sheet block aspect-5/6 overflow-hidden bg-paper" aria-hidden inert>
      {document ? <PrintableDocument document={document} /> : null}
    </span>
  );
}

/** Colours that are common on vans. */
const COLOUR_PRESETS = [
  { name: "Navy", colour: "#1b365d" },
  { name: "Blue", colour: "#1a5fb4" },
  { name: "Teal", colour: "#0f766e" },
  { name: "Green", colour: "#2b7a33" },
  { name: "Red", colour: "#b3261e" },
  { name: "Purple", colour: "#6b2fa0" },
  { name: "Orange", colour: "#e8590c" },
  { name: "Yellow", colour: "#ffc629" },
];
/** The picker's initial value when there is no colour, as it can't be empty. */
const DEFAULT_PICKER_COLOUR = "#1a5fb4";
const FULL_HEX_COLOUR = /^#[0-9a-f]{6}$/;

/** The business's own colour on its documents: tapped, picked or typed, and removable. */
export function ColourField({
  value,
  onValueChange,
  error,
  ref,
}: {
  value: string | null;
  onValueChange: (colour: string | null) => void;
  error?: string;
  ref?: Ref<HTMLInputElement>;
}) {
  const colour = tidyColour(value ?? "");
  const isCustomColour =
    FULL_HEX_COLOUR.test(colour) && COLOUR_PRESETS.every((preset) => preset.colour !== colour);
  return (
    <div className="flex flex-col gap-3">
      <TextField
        ref={ref}
        label="Your colour"
        optional
        help="Used by Coloured and Bold. If it’s too light to read, they use a darker shade."
        placeholder="#1a5fb4"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        maxLength={20}
        error={error}
        value={value ?? ""}
        onChange={(event) => onValueChange(event.target.value || null)}
        onBlur={({ target }) => {
          // Only where the tidied colour differs: an error that disappeared would move the swatches from
          // under the finger.
          const tidy = tidyColour(target.value);
          if (tidy !== target.value) onValueChange(tidy);
        }}
      />
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Choose a colour</legend>
        <ColourSwatch label="The template’s own" isChosen={!value} onChoose={() => onValueChange(null)}>
          <Ban aria-hidden size={20} strokeWidth={1.75} className="text-quiet" />
        </ColourSwatch>
        {COLOUR_PRESETS.map((preset) => (
          <ColourSwatch
            key={preset.name}
            label={preset.name}
            isChosen={preset.colour === colour}
            onChoose={() => onValueChange(preset.colour)}
          >
            <span className="size-full rounded-sm" style={{ background: preset.colour }} />
          </ColourSwatch>
        ))}
        <input
          type="color"
          aria-label="Another colour"
          value={FULL_HEX_COLOUR.test(colour) ? colour : DEFAULT_PICKER_COLOUR}
          onChange={(event) => onValueChange(event.target.value)}
          className={cx(
            "h-12 min-w-12 flex-1 cursor-pointer rounded-md border-2 bg-paper p-1",
            isCustomColour ? "border-ink" : "border-line hover:border-line-strong",
          )}
        />
      </fieldset>
    </div>
  );
}

function ColourSwatch({
  label,
  isChosen,
  onChoose,
  children,
}: {
  label: string;
  isChosen: boolean;
  onChoose: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={isChosen}
      onClick={onChoose}
      className={cx(
        "flex size-12 items-center justify-center rounded-md border-2 p-1 transition-colors",
        isChosen ? "border-ink" : "border-line hover:border-line-strong",
      )}
    >
      {children}
    </button>
  );
}
