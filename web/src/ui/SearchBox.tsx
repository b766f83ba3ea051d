import { Search, X } from "lucide-react";
import { inputClass } from "./Field";

/** A list's search box. The caller keeps the text (best in the address, so that 'back' keeps it). */
export function SearchBox({
  label,
  value,
  onValueChange,
}: {
  label: string;
  value: string;
  onValueChange: (value: string) => void;
}) {
  return (
    <div className="relative min-w-0 flex-1">
      <Search
        aria-hidden
        size={20}
        strokeWidth={1.75}
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-quiet"
      />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
        className={`${inputClass} h-control pr-11 pl-10 [&::-webkit-search-cancel-button]:hidden`}
      />
      {value ? (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => onValueChange("")}
          className="absolute inset-y-0 right-0 flex w-11 items-center justify-center rounded-md text-quiet hover:text-ink"
        >
          <X aria-hidden size={18} strokeWidth={1.75} />
        </button>
      ) : null}
    </div>
  );
}
