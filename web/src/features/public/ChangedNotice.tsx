import { type ReactNode, useEffect, useRef } from "react";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { changedTitle } from "./mutations";

/**
 * At the top of a sheet about a quote: that the business has changed it meanwhile, and the way to read it. What is
 * filled in below stays; the sheet is scrolled to where this is seen.
 */
export function ChangedNotice({
  isChanged,
  isTotal = false,
  onRead,
  children,
}: {
  isChanged: boolean;
  /** Only what was agreed of its job is another by now. */
  isTotal?: boolean;
  onRead: () => void;
  children: ReactNode;
}) {
  const notice = useRef<HTMLDivElement>(null);
  const way = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isChanged) return;
    notice.current?.scrollIntoView({ block: "nearest" });
    // Who is typing types on. The button that was pressed is disabled by now, and has lost the focus or is about to.
    const at = document.activeElement;
    if (!at || at === document.body || at.matches(":disabled")) way.current?.focus({ preventScroll: true });
  }, [isChanged]);
  return (
    <div ref={notice} role="status">
      {isChanged && (
        <Banner tone="amber" title={changedTitle(isTotal)} className="mb-5">
          {children}
          <div className="mt-3">
            <Button ref={way} onClick={onRead}>
              {isTotal ? "Look at the new total" : "Read the new version"}
            </Button>
          </div>
        </Banner>
      )}
    </div>
  );
}
