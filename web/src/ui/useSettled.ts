import { useEffect, useState } from "react";

/** What was typed, once nobody has typed for so many milliseconds; until then what stood before. */
export function useDebouncedText(typed: string, pause: number): string {
  const [debounced, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), pause);
    return () => clearTimeout(timer);
  }, [typed, pause]);
  return debounced;
}
