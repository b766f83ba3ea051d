import { useEffect } from "react";

/** The window's title. The server wrote one already, which a second `<title>` element would not replace. */
export function useWindowTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
