import { ChevronDown } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { cx } from "./cx";

/**
 * Rarely needed content, one tap away. `forced` keeps it open, for example while a field in it has an error.
 */
export function Disclosure({
  label,
  hint,
  startsOpen = false,
  forced = false,
  children,
}: {
  label: string;
  /** A short description of the content. */
  hint?: string;
  startsOpen?: boolean;
  forced?: boolean;
  children: ReactNode;
}) {
  const [isExpanded, setChosen] = useState(startsOpen);
  const isOpen = isExpanded || forced;
  const id = useId();
  return (
    <div className="rounded-lg border border-line">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setChosen(!isOpen)}
        className="flex min-h-14 w-full items-center justify-between gap-3 rounded-lg px-4 py-2 text-left hover:bg-canvas"
      >
        <span className="min-w-0">
          <span className="block font-medium text-ink">{label}</span>
          {hint ? <span className="block text-quiet text-sm">{hint}</span> : null}
        </span>
        <ChevronDown
          aria-hidden
          size={20}
          strokeWidth={1.75}
          className={cx("shrink-0 text-quiet transition-transform", isOpen && "rotate-180")}
        />
      </button>
      {/* Hidden rather than unmounted, so that a form keeps what was typed in its fields. */}
      <div id={id} hidden={!isOpen} className="px-4 pt-2 pb-4">
        {children}
      </div>
    </div>
  );
}
