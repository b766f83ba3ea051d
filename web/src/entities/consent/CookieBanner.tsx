import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "../../ui/Button";

/** How high it is, for pages that leave as much room at their foot: what stands last there can be reached meanwhile. */
const BANNER_HEIGHT_PROPERTY = "--cookie-bar";

/** Asks at the foot of the window, in nobody's way. Whoever waves it away has said no to what is optional. */
export function CookieBanner({
  isReopened,
  onAccept,
  onManage,
  onDismiss,
}: {
  /** Its settings were closed without an answer: whoever did goes on from the button that opened them. */
  isReopened: boolean;
  onAccept: () => void;
  onManage: () => void;
  onDismiss: () => void;
}) {
  const barRef = useRef<HTMLElement>(null);
  const manageRef = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isReopened) manageRef.current?.focus();
  }, [isReopened]);
  useEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() =>
      style.setProperty(BANNER_HEIGHT_PROPERTY, `${barRef.current?.offsetHeight ?? 0}px`),
    );
    if (barRef.current) observer.observe(barRef.current);
    return () => {
      observer.disconnect();
      style.removeProperty(BANNER_HEIGHT_PROPERTY);
    };
  }, []);
  return (
    <section
      ref={barRef}
      aria-label="Cookies"
      className="above-foot fixed inset-x-0 z-40 animate-fade border-line border-t bg-paper pb-safe shadow-float"
    >
      <div className="mx-auto flex max-w-[75rem] flex-col gap-3 px-5 py-4 md:flex-row md:items-center md:gap-6">
        <p className="min-w-0 flex-1 pr-12 text-body text-sm md:pr-0">
          Plumbline stores what it needs to work on this device. If you agree, we also count visits and
          measure our advertising. Close this and we won’t.
        </p>
        <div className="flex flex-wrap items-center gap-2">
          <Button ref={manageRef} variant="secondary" onClick={onManage} className="flex-1 md:flex-none">
            <span className="md:hidden">Settings</span>
            <span className="hidden md:inline">Manage Preferences</span>
          </Button>
          <Button variant="primary" onClick={onAccept} className="flex-1 md:flex-none">
            <span className="md:hidden">Accept</span>
            <span className="hidden md:inline">Accept All</span>
          </Button>
          <Button
            variant="quiet"
            aria-label="No optional cookies"
            onClick={onDismiss}
            className="absolute top-2 right-2 w-control px-0! text-quiet md:static"
          >
            <X aria-hidden size={20} strokeWidth={1.75} />
          </Button>
        </div>
      </div>
    </section>
  );
}
