import { CircleAlert, CircleCheck, X } from "lucide-react";
import { Toast } from "radix-ui";
import { type ReactNode, useSyncExternalStore } from "react";
import { cx } from "./cx";
import { WIDE } from "./device";
import { dismissToast, toastStore } from "./toast";
import { useMediaQuery } from "./useMediaQuery";

/** In a row of fields, the whole row must remain visible, because its total is read while typing. */
const LINE_SELECTOR = "[data-line]";

/** While a toast is visible, scrolls the focused field out from under it. */
function keepFieldVisible(toast: HTMLElement | null) {
  if (!toast) return;
  const scrollIfCovered = () => {
    const field = document.activeElement;
    if (!field?.matches("input, textarea, select")) return;
    const [toastBox, fieldBox] = [toast, field.closest(LINE_SELECTOR) ?? field].map((one) =>
      one.getBoundingClientRect(),
    );
    if (!toastBox || !fieldBox) return;
    const isCovered =
      fieldBox.bottom > toastBox.top &&
      fieldBox.top < toastBox.bottom &&
      fieldBox.right > toastBox.left &&
      fieldBox.left < toastBox.right;
    if (isCovered) field.scrollIntoView({ block: "center" });
  };
  const frame = requestAnimationFrame(scrollIfCovered);
  document.addEventListener("focusin", scrollIfCovered);
  return () => {
    cancelAnimationFrame(frame);
    document.removeEventListener("focusin", scrollIfCovered);
  };
}

/**
 * Displays `toast(…)`: at the top on a phone, away from the thumb, and swiped away upwards; at the bottom
 * right on desktop, swiped to the right. An error's toast includes the support address, once that is known.
 */
export function ToastProvider({ support, children }: { support?: string; children: ReactNode }) {
  const current = useSyncExternalStore(toastStore.subscribe, toastStore.snapshot);
  const isWide = useMediaQuery(WIDE);
  return (
    <Toast.Provider duration={5000} swipeDirection={isWide ? "right" : "up"} swipeThreshold={50}>
      {children}
      {current ? (
        <Toast.Root
          key={current.id}
          ref={keepFieldVisible}
          data-toast=""
          duration={current.duration ?? 5000}
          type={current.tone === "bad" ? "foreground" : "background"}
          onOpenChange={(open) => {
            if (!open) dismissToast(current.id);
          }}
          className={cx(
            "flex w-full animate-rise items-start gap-3 rounded-lg border border-line bg-paper py-(--toast-air) pr-2 pl-4 shadow-float",
            "data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=move]:translate-y-(--radix-toast-swipe-move-y)",
          )}
        >
          {current.tone === "bad" ? (
            <CircleAlert aria-hidden size={20} strokeWidth={1.75} className="mt-2.5 shrink-0 text-bad" />
          ) : current.tone === "good" ? (
            <CircleCheck aria-hidden size={20} strokeWidth={1.75} className="mt-2.5 shrink-0 text-ok" />
          ) : null}
          {/* On a phone, a long action goes below the text. */}
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 self-center">
            <div className="min-w-0 flex-[1_1_10rem] py-(--toast-air)">
              <Toast.Title className="font-semibold text-ink">{current.title}</Toast.Title>
              {current.description ? (
                <Toast.Description className="text-quiet text-sm">{current.description}</Toast.Description>
              ) : null}
              {current.tone === "bad" && support ? (
                <p className="text-quiet text-sm">
                  Need help? Write to{" "}
                  <a href={`mailto:${support}`} className="wrap-anywhere font-semibold text-ink underline">
                    {support}
                  </a>
                </p>
              ) : null}
            </div>
            {current.action ? (
              <Toast.Action
                altText={current.action.label}
                onClick={current.action.onPress}
                className="-ml-3 h-control shrink-0 rounded-md px-3 font-semibold text-ink hover:bg-hover"
              >
                {current.action.label}
              </Toast.Action>
            ) : null}
          </div>
          <Toast.Close
            aria-label="Close"
            className="flex size-10 shrink-0 items-center justify-center rounded-md text-quiet hover:bg-hover hover:text-ink"
          >
            <X aria-hidden size={20} strokeWidth={1.75} />
          </Toast.Close>
        </Toast.Root>
      ) : null}
      {/* A dialog hides everything outside it except live regions. New toasts are announced beside this
          one, so this one is off. */}
      <Toast.Viewport
        aria-live="off"
        className="toast-place fixed inset-x-3 z-60 mx-auto flex max-w-[420px] outline-none md:right-6 md:left-auto md:mx-0 md:w-[420px]"
      />
    </Toast.Provider>
  );
}
