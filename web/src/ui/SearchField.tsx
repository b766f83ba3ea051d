import { Search } from "lucide-react";
import { Link } from "react-router";
import { cx } from "./cx";

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
