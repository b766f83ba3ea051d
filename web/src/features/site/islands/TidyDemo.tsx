import { useRef, useState } from "react";
import { loadNoteTidier } from "../../../rules/tidier";
import { buttonBase, buttonVariants } from "../../../ui/Button";
import { cx } from "../../../ui/cx";
import { inputClass } from "../../../ui/Field";

/** Notes as a tradesperson might dictate them on the way back to the van. */
export const FIRST_NOTES =
  "um rip out old boiler fit new 30kw combi in the the airing cupboard then flush the system and fit mag filter, run 22mm pipe to the meter test all rads, allow 8hrs";

/** The tidier's result for them; a test compares it. */
export const FIRST_TIDY = `• Rip out old boiler
• Fit new 30 kW combi in the airing cupboard
• Flush the system and fit mag filter
• Run 22 mm pipe to the meter
• Test all rads, allow 8 hours`;

type TidyStyle = "bullets" | "paragraph";

const TIDY_STYLES: { value: TidyStyle; label: string }[] = [
  { value: "bullets", label: "Bullets" },
  { value: "paragraph", label: "Paragraph" },
];

const NOT_LOADED = "We couldn’t tidy the notes. Please check your signal and try again.";

/** Turns rough notes into a job description in the reader's browser, with the app's own tidier. */
export function TidyDemo() {
  const [notes, setNotes] = useState(FIRST_NOTES);
  const [style, setStyle] = useState<TidyStyle>("bullets");
  const [tidied, setTidied] = useState(FIRST_TIDY);
  const latestRequest = useRef(0);
  const tidyNotes = (text: string, chosen: TidyStyle) => {
    latestRequest.current += 1;
    const requestNumber = latestRequest.current;
    loadNoteTidier().then(
      (tidier) => requestNumber === latestRequest.current && setTidied(tidier.tidy(text, chosen)),
      () => requestNumber === latestRequest.current && setTidied(NOT_LOADED),
    );
  };
  return (
    <div className="grid grid-cols-1 gap-6 md:grid-cols-2 md:gap-8">
      <div className="flex flex-col">
        <label htmlFor="site-notes" className="mb-2 font-semibold text-ink">
          What you say
        </label>
        <textarea
          id="site-notes"
          rows={7}
          maxLength={2000}
          value={notes}
          onChange={(event) => {
            setNotes(event.target.value);
            tidyNotes(event.target.value, style);
          }}
          className={cx(inputClass, "min-h-56 flex-1 resize-none p-4 leading-relaxed")}
        />
      </div>
      <div className="flex flex-col">
        <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
          <p className="font-semibold text-ink">What your customer reads</p>
          <fieldset className="-my-2 flex min-w-0 flex-wrap">
            <legend className="sr-only">Layout</legend>
            {TIDY_STYLES.map(({ value, label }) => (
              <button
                key={value}
                type="button"
                aria-pressed={style === value}
                onClick={() => {
                  setStyle(value);
                  tidyNotes(notes, value);
                }}
                className={cx(
                  buttonBase,
                  buttonVariants.quiet,
                  "min-h-11 px-3 text-sm",
                  style === value && "underline decoration-2 decoration-accent underline-offset-8",
                )}
              >
                {label}
              </button>
            ))}
          </fieldset>
        </div>
        <p
          aria-live="polite"
          data-tidied
          className="wrap-anywhere min-h-56 flex-1 whitespace-pre-line rounded-lg border border-line bg-paper p-4 text-ink leading-relaxed md:p-5"
        >
          {tidied}
        </p>
      </div>
    </div>
  );
}
