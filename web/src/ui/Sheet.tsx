import { X } from "lucide-react";
import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { Button } from "./Button";

/**
 * A press this soon after opening was meant for what is under the sheet: the second half of a double click.
 */
const DOUBLE_CLICK_MS = 400;

/**
 * A `Dialog` based on the browser's own `<dialog>`, for the customer's page, where every kilobyte counts. A
 * dialog on desktop, a sheet from the bottom on phones. It is open while it is mounted; `onClose` must
 * unmount it.
 */
export function Sheet({
  onClose,
  title,
  description,
  problem,
  footer,
  children,
}: {
  onClose: () => void;
  title: string;
  description?: ReactNode;
  /** Why the main button did nothing; displayed above it. */
  problem?: string | null;
  /** The buttons; the main one last in the markup. */
  footer: ReactNode;
  children?: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const openedAt = useRef(0);
  const id = useId();
  // A layout effect runs before painting and before the element is removed: only then does the browser
  // restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    openedAt.current = performance.now();
    // Focus the heading, not a field, so that a phone's keyboard doesn't cover the content before it is read.
    heading.current?.focus();
    return () => element?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, which the browser reports as `cancel`
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-more` : undefined}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        // The sheet has no padding, so a press on the element itself is on the backdrop.
        if (event.target === dialog.current && performance.now() - openedAt.current > DOUBLE_CLICK_MS)
          onClose();
      }}
      className="mx-0 mt-auto mb-0 max-h-[92dvh] w-full max-w-full animate-sheet overflow-hidden rounded-t-xl bg-paper pb-safe text-body shadow-float backdrop:bg-ink/40 md:m-auto md:max-w-lg md:animate-fade md:rounded-lg"
    >
      {/* In a low window, as at 400 % zoom, the head and foot leave no space for the content, so
          everything scrolls. */}
      <div className="flex max-h-[inherit] flex-col [@media(max-height:25rem)]:overflow-y-auto">
        <header className="flex items-start justify-between gap-3 px-5 pt-4 pb-2">
          <div className="min-w-0 pt-1.5">
            <h2
              ref={heading}
              id={`${id}-title`}
              tabIndex={-1}
              className="break-words font-semibold text-lg outline-none"
            >
              {title}
            </h2>
            {description ? (
              <p id={`${id}-more`} className="mt-1 text-quiet">
                {description}
              </p>
            ) : null}
          </div>
          <Button
            variant="quiet"
            aria-label="Close"
            onClick={onClose}
            className="-mr-2 w-control px-0! text-quiet"
          >
            <X aria-hidden size={20} strokeWidth={1.75} />
          </Button>
        </header>
        {children ? (
          <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-1 pb-4 [@media(max-height:25rem)]:flex-none [@media(max-height:25rem)]:overflow-visible">
            {children}
          </div>
        ) : null}
        <footer className="border-line border-t px-5 py-4">
          {problem && (
            <p role="alert" className="mb-3 text-bad text-sm">
              {problem}
            </p>
          )}
          <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">{footer}</div>
        </footer>
      </div>
    </dialog>
  );
}
