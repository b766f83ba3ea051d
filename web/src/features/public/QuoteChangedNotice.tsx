import { type ReactNode, useEffect, useRef } from "react";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { formatChangedTitle } from "./customer-actions";

/**
 * At the top of a sheet about a quote: the business has changed it meanwhile, with a button to read it. What
 * is filled in below remains; the sheet is scrolled up to this notice.
 */
export function QuoteChangedNotice({
  isChanged,
  isTotalChanged = false,
  onRead,
  children,
}: {
  isChanged: boolean;
  /** Whether only the agreed total of the job has changed. */
  isTotalChanged?: boolean;
  onRead: () => void;
  children: ReactNode;
}) {
  const notice = useRef<HTMLDivElement>(null);
  const readButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isChanged) return;
    notice.current?.scrollIntoView({ block: "nearest" });
    // Doesn't take the focus from a person who is typing. The pressed button is disabled by now, and has lost
    // the focus or is about to.
    const focused = document.activeElement;
    if (!focused || focused === document.body || focused.matches(":disabled"))
      readButton.current?.focus({ preventScroll: true });
  }, [isChanged]);
  return (
    <div ref={notice} role="status">
      {isChanged && (
        <Banner tone="amber" title={formatChangedTitle(isTotalChanged)} className="mb-5">
          {children}
          <div className="mt-3">
            <Button ref={readButton} onClick={onRead}>
              {isTotalChanged ? "Look at the new total" : "Read the new version"}
            </Button>
          </div>
        </Banner>
      )}
    </div>
  );
}
