import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { createContext, type ReactNode, useContext, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { Button } from "./Button";
import { cx } from "./cx";
import { IconButton } from "./IconButton";

/** The element of the buttons of the dialog around; undefined outside a dialog, null while it opens. */
const FooterElement = createContext<HTMLElement | null | undefined>(undefined);

/**
 * The buttons of a form in a dialog: they stay at the bottom while the form scrolls. They aren't inside the
 * form's element, so the submit button must name the form. Outside a dialog they are where they are written.
 */
export function DialogFooter({ children }: { children: ReactNode }) {
  const footer = useContext(FooterElement);
  if (footer === undefined) return children;
  return footer && createPortal(children, footer);
}

/** A dialog on desktop, a sheet from the bottom on phones. Controlled by `open`. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  footer,
  wide = false,
  full = false,
  children,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  /**
   * The buttons. They stay at the bottom; the main one is last in the markup. A form inside renders its own in
   * a `DialogFooter` instead.
   */
  footer?: ReactNode;
  wide?: boolean;
  /** Fills a phone's screen, for content that is shown to another person. */
  full?: boolean;
  children?: ReactNode;
}) {
  // Read during rendering: once the dialog is mounted, the menu whose item opened it is gone.
  const opener = useRef<HTMLElement | null>(null);
  const container = useRef<HTMLElement | null>(null);
  const wasOpen = useRef(false);
  const [footerElement, setFooterElement] = useState<HTMLElement | null>(null);
  if (open && !wasOpen.current) {
    opener.current = focusedElement();
    container.current = opener.current?.parentElement?.closest<HTMLElement>("section, main") ?? null;
  }
  wasOpen.current = open;
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade bg-ink/40" />
        <Radix.Content
          data-sheet={full ? "full" : "foot"}
          {...(description ? {} : { "aria-describedby": undefined })}
          onOpenAutoFocus={focusFirstField}
          onCloseAutoFocus={(event) => returnFocus(event, opener.current, container.current)}
          className={cx(
            "fixed z-50 flex flex-col bg-paper shadow-float focus:outline-none",
            full
              ? "inset-0 animate-fade pb-safe md:inset-y-auto md:max-h-[92dvh]"
              : "inset-x-0 bottom-0 max-h-[92dvh] animate-sheet rounded-t-xl pb-safe",
            "md:inset-x-auto md:top-1/2 md:bottom-auto md:left-1/2 md:w-full md:-translate-x-1/2 md:-translate-y-1/2 md:animate-fade md:rounded-lg",
            wide ? "md:max-w-2xl" : "md:max-w-lg",
            // In a low window, as at 400 % zoom, the head and foot leave no space for the content, so everything
            // scrolls.
            "[@media(max-height:25rem)]:overflow-y-auto",
          )}
        >
          <header className="flex items-start justify-between gap-3 px-5 pt-4 pb-2">
            {/* The first line of the title is level with the cross. */}
            <div className="min-w-0 pt-3 md:pt-2">
              <Radix.Title className="font-semibold text-lg">{title}</Radix.Title>
              {description ? (
                <Radix.Description className="mt-1 text-quiet">{description}</Radix.Description>
              ) : null}
            </div>
            <Radix.Close asChild>
              <IconButton
                label="Close"
                icon={<X aria-hidden size={20} strokeWidth={1.75} />}
                className="-mr-2 text-quiet"
              />
            </Radix.Close>
          </header>
          {children ? (
            <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-3 pb-4 [@media(max-height:25rem)]:flex-none [@media(max-height:25rem)]:overflow-visible">
              <FooterElement value={footerElement}>{children}</FooterElement>
            </div>
          ) : null}
          <footer
            ref={setFooterElement}
            className="flex flex-col-reverse gap-2 border-line border-t px-5 py-4 empty:hidden md:flex-row md:justify-end"
          >
            {footer}
          </footer>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Focuses the first field, or the dialog itself if it has no field; never the close button. */
function focusFirstField(event: Event) {
  if (!(event.currentTarget instanceof HTMLElement)) return;
  event.preventDefault();
  const field = event.currentTarget.querySelector<HTMLElement>("input, textarea, select");
  (field ?? event.currentTarget).focus();
}

/** The focused element. In a menu this is the menu's button, which still exists after the menu has closed. */
function focusedElement(): HTMLElement | null {
  const focused = document.activeElement;
  const button = focused?.closest('[role="menu"]')?.getAttribute("aria-labelledby");
  if (button) return document.getElementById(button);
  return focused instanceof HTMLElement && focused !== document.body ? focused : null;
}

/**
 * Returns the focus to the opener unless something else has taken it; Radix does this only for its own
 * triggers. If the opener was removed by the action, the focus goes to the part of the page that contained
 * it.
 */
function returnFocus(event: Event, opener: HTMLElement | null, container: HTMLElement | null) {
  const focused = document.activeElement;
  const target = [opener, container].find((element) => element?.isConnected);
  if (!target || (focused && focused !== document.body)) return;
  event.preventDefault();
  if (target === container) target.tabIndex = -1;
  // In the bar at the bottom of a phone, a button lies in the area that the page keeps free when it scrolls to
  // the focus, so the page would scroll although the button is in view.
  target.focus({ preventScroll: target === container || isInView(target) });
}

function isInView(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= window.innerHeight;
}

/**
 * Asks for confirmation of something that can't be undone. The title names the object, the button names the
 * action.
 */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel = "Cancel",
  busy = false,
  tone = "danger",
  onConfirm,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: ReactNode;
  confirmLabel: string;
  /** The label of the cancel button, for actions that are themselves called 'Cancel'. */
  cancelLabel?: string;
  busy?: boolean;
  tone?: "danger" | "primary";
  onConfirm: () => void;
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{cancelLabel}</Button>
          <Button variant={tone} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}
