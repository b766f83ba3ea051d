import { useSearchParams } from "react-router";

/** A list's search text, kept in the address as ?q=, so that 'back' and reload keep it. */
export function useSearchText(): [string, (text: string) => void] {
  const [params, setParams] = useSearchParams();
  const set = (text: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (text) next.set("q", text);
        else next.delete("q");
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return [params.get("q") ?? "", set];
}
