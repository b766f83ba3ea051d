import { Search, X } from "lucide-react";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { cx } from "./cx";
import { inputClass } from "./Field";

/**
 * A list's search box. The caller keeps the text (best in the address, so that 'back' keeps it). What is typed stands
 * in the box at once: the caller's own may come a few letters late, and must not take them away again.
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
  /** The caller's text when it was last looked at. */
  const [lastValue, setSeen] = useState(value);
  /** What the caller was told and has not given back yet. */
  const [reportedTexts, setTold] = useState<readonly string[]>([]);
  if (value !== lastValue) {
    setSeen(value);
    const at = reportedTexts.indexOf(value);
    setTold(reportedTexts.slice(at + 1));
    // Not from here: the person went back, say.
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

/** What looks like a search field and leads to the search's own page: a phone's way to it. */
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

/** A word that narrows a list, kept in the address as ?name=, so that 'back' and reload keep it. */
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
