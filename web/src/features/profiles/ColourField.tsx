import { Ban } from "lucide-react";
import type { ReactNode, Ref } from "react";
import { tidyColour } from "../../entities/profiles/profile";
import { cx } from "../../ui/cx";
import { TextField } from "../../ui/TextField";

/** Colours that are often on the side of a van. */
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
/** What the picker opens on while there is no colour: it knows no empty one. */
const DEFAULT_PICKER_COLOUR = "#1a5fb4";
const FULL_HEX_COLOUR = /^#[0-9a-f]{6}$/;

/** The business's own colour on its documents: tapped, picked or typed, and taken away again. */
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
          // Only where it says another thing: an error that went would pull the swatches from under the finger.
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
