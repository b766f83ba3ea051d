import { useSearchParams } from "react-router";

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
