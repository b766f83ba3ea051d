import { Diff } from "lucide-react";

/**
 * Turns an amount to less than nothing and back: the number pad of an iPhone has no minus. Not in the order of the
 * keyboard, which has one. A screen reader is on the button and not in the field, so the button says which it is now.
 */
export function PlusMinusButton({
  label,
  isMinus,
  onPress,
  disabled,
}: {
  label: string;
  isMinus: boolean;
  onPress: () => void;
  disabled?: boolean;
}) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label="Minus"
      aria-pressed={isMinus}
      title={`Switch ${label} between plus and minus`}
      disabled={disabled}
      // Whoever types goes on typing: the field has its focus still.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
      className="relative flex h-control w-11 shrink-0 items-center justify-center rounded-md text-quiet transition-colors after:absolute after:inset-x-0 after:-inset-y-0.5 hover:bg-canvas hover:text-ink disabled:text-line-strong"
    >
      <Diff aria-hidden size={20} strokeWidth={1.75} />
    </button>
  );
}
