import { Search, X } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { cx } from "./cx";
import { inputClass } from "./Field";
import { useSearchParams } from "./useSearchParams";

/**
 * A list's search box. The caller stores the text, preferably in the address, so that going back restores it.
 * Typed characters appear at once: the caller's value may lag behind and must not overwrite them.
 */
export function SearchBox({
  label,
  value,
  onValueChange,
}: {
  label: string;
  value: string;
  onValueChange: (value: string) => void;
}) {
  const [text, setText] = useState(value);
  /** The caller's text at the last render. */
  const [lastValue, setSeen] = useState(value);
  /** Texts that were reported to the caller and haven't come back in `value` yet. */
  const [reportedTexts, setTold] = useState<readonly string[]>([]);
  if (value !== lastValue) {
    setSeen(value);
    const at = reportedTexts.indexOf(value);
    setTold(reportedTexts.slice(at + 1));
    // Not one of ours: for example, the user went back.
    if (at < 0) {
      setTold([]);
      setText(value);
    }
  }
  const changeText = (next: string) => {
    setText(next);
    setTold(next === value ? [] : [...reportedTexts, next]);
    onValueChange(next);
  };
  return (
    <div className="relative min-w-0 flex-[1_1_8.5rem]">
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
        value={text}
        onChange={(event) => changeText(event.target.value)}
        className={`${inputClass} h-control ${text ? "pr-11" : "pr-2"} text-ellipsis pl-10 [&::-webkit-search-cancel-button]:hidden`}
      />
      {text ? (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => changeText("")}
          className="absolute inset-y-0 right-0 flex w-11 items-center justify-center rounded-md text-quiet hover:text-ink"
        >
          <X aria-hidden size={18} strokeWidth={1.75} />
        </button>
      ) : null}
    </div>
  );
}

/** A link to the search page that looks like a search field, for phones. */
export function SearchLink({ className }: { className?: string }) {
  return (
    <Link
      to="/search"
      className={cx(
        "flex h-control items-center gap-3 rounded-md border border-line-strong bg-paper px-3 text-quiet",
        className,
      )}
    >
      <Search aria-hidden size={20} strokeWidth={1.75} />
      <span className="truncate">Search everything</span>
    </Link>
  );
}

/** A filter text in the address as ?name=, so that going back and reloading restore it. */
export function useAddressParam(name: string): [string, (text: string) => void] {
  const [params, setParams] = useSearchParams();
  const set = (text: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (text) next.set(name, text);
        else next.delete(name);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return [params.get(name) ?? "", set];
}

/** A list's search text: ?q=. */
export function useSearchText(): [string, (text: string) => void] {
  return useAddressParam("q");
}
