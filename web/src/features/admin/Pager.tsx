import { useSearchParams } from "react-router";
import { Button } from "../../ui/Button";

/** The page of a list that is shown, from 1, kept in the address. */
export function usePageNumber(): number {
  const [params] = useSearchParams();
  const page = Number(params.get("page"));
  return Number.isInteger(page) && page > 0 ? page : 1;
}

/** A word that narrows a list, kept in the address; another word begins with the first page. */
export function useFilterParam(name: string): [string, (text: string) => void] {
  const [params, setParams] = useSearchParams();
  const set = (text: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (text) next.set(name, text);
        else next.delete(name);
        next.delete("page");
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return [params.get(name) ?? "", set];
}

/** Which rows of how many are shown, and the way to the others. */
export function Pager({ total, rows }: { total: number; rows: number }) {
  const page = usePageNumber();
  const [, setParams] = useSearchParams();
  const pages = Math.max(1, Math.ceil(total / rows));
  if (pages === 1 && page === 1) return null;
  const goToPage = (to: number) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      next.set("page", String(to));
      return next;
    });
  return (
    <nav aria-label="Pages" className="mt-4 flex flex-wrap items-center justify-between gap-3">
      <p className="text-quiet text-sm tabular-nums">
        Page {page} of {pages}
      </p>
      <div className="flex gap-2">
        <Button disabled={page <= 1} onClick={() => goToPage(page - 1)}>
          Previous
        </Button>
        <Button disabled={page >= pages} onClick={() => goToPage(page + 1)}>
          Next
        </Button>
      </div>
    </nav>
  );
}
