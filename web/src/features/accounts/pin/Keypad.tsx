import { Delete } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../../../ui/cx";
import { PIN_LENGTH } from "./usePinEntry";

/** How many of the four digits are there; never which. */
export function PinDots({ count, wrong }: { count: number; wrong: boolean }) {
  return (
    <div role="img" aria-label={`${count} of ${PIN_LENGTH} digits entered`} className="flex gap-5">
      {[1, 2, 3, 4].map((place) => (
        <span
          key={place}
          className={cx(
            "size-4 rounded-full border-2 transition-colors",
            place <= count ? "border-ink bg-ink" : wrong ? "border-bad" : "border-line-strong",
          )}
        />
      ))}
    </div>
  );
}

/** The numeric keypad: 0–9, Clear and Backspace, for a thumb. */
export function Keypad({
  disabled,
  onDigit,
  onClear,
  onBackspace,
}: {
  disabled: boolean;
  onDigit: (digit: string) => void;
  onClear: () => void;
  onBackspace: () => void;
}) {
  const renderDigit = (value: string) => (
    <KeypadKey key={value} disabled={disabled} onPress={() => onDigit(value)}>
      {value}
    </KeypadKey>
  );
  return (
    <fieldset className="grid w-full max-w-[19rem] grid-cols-3 gap-3 border-0">
      <legend className="sr-only">Keypad</legend>
      {["1", "2", "3", "4", "5", "6", "7", "8", "9"].map(renderDigit)}
      <KeypadKey disabled={disabled} onPress={onClear} small>
        Clear
      </KeypadKey>
      {renderDigit("0")}
      <KeypadKey disabled={disabled} onPress={onBackspace} label="Backspace" small>
        <Delete aria-hidden size={26} strokeWidth={1.75} />
      </KeypadKey>
    </fieldset>
  );
}

function KeypadKey({
  label,
  small = false,
  disabled,
  onPress,
  children,
}: {
  label?: string;
  small?: boolean;
  disabled: boolean;
  onPress: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onPress}
      className={cx(
        "flex h-16 select-none items-center justify-center rounded-xl font-semibold text-ink tabular-nums transition-colors active:bg-line",
        small ? "text-base hover:bg-hover" : "border border-line bg-canvas text-2xl hover:border-line-strong",
      )}
    >
      {children}
    </button>
  );
}
