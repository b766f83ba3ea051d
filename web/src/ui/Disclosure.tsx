import { ChevronDown } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { cx } from "./cx";

/** What is rarely needed, one tap away. `forced` keeps it open, for what must be seen: an error in a field of it. */
export function Disclosure({
  label,
  hint,
  startsOpen = false,
  forced = false,
  children,
}: {
  label: string;
  /** What is in it, in a few words. */
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
      {/* Its fields stay there, so that a form keeps what is typed in them. */}
      <div id={id} hidden={!isOpen} className="px-4 pt-2 pb-4">
        {children}
      </div>
    </div>
  );
}
