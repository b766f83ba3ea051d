import { CircleAlert, CircleCheck, X } from "lucide-react";
import { Toast } from "radix-ui";
import { type ReactNode, useSyncExternalStore } from "react";
import { cx } from "./cx";
import { WIDE } from "./device";
import { dismissToast, toastStore } from "./toast";
import { useMediaQuery } from "./useMediaQuery";

/** In a row of fields the whole row is in use: what it comes to is read while it is typed. */
const IN_USE = "[data-line]";

/** While a toast is there, the field that has the pen is scrolled out from under it. */
function keepClear(toast: HTMLElement | null) {
  if (!toast) return;
  const clear = () => {
    const field = document.activeElement;
    if (!field?.matches("input, textarea, select")) return;
    const [over, under] = [toast, field.closest(IN_USE) ?? field].map((one) => one.getBoundingClientRect());
    if (!over || !under) return;
    const isCovered =
      under.bottom > over.top &&
      under.top < over.bottom &&
      under.right > over.left &&
      under.left < over.right;
    if (isCovered) field.scrollIntoView({ block: "center" });
  };
  const frame = requestAnimationFrame(clear);
  document.addEventListener("focusin", clear);
  return () => {
    cancelAnimationFrame(frame);
    document.removeEventListener("focusin", clear);
  };
}

/**
 * Shows `toast(…)`: at the top of a phone, where no thumb is, swiped away upwards; bottom right on desktop, swiped to
 * the right. One about an error names the address where people help, once it is known.
 */
export function ToastProvider({ support, children }: { support?: string; children: ReactNode }) {
  const shown = useSyncExternalStore(toastStore.subscribe, toastStore.snapshot);
  const isWide = useMediaQuery(WIDE);
  return (
    <Toast.Provider duration={5000} swipeDirection={isWide ? "right" : "up"} swipeThreshold={50}>
      {children}
      {shown ? (
        <Toast.Root
          key={shown.id}
          ref={keepClear}
          data-toast=""
          duration={shown.duration ?? 5000}
          type={shown.tone === "bad" ? "foreground" : "background"}
          onOpenChange={(open) => {
            if (!open) dismissToast(shown.id);
          }}
          className={cx(
            "flex w-full animate-rise items-start gap-3 rounded-lg border border-line bg-paper py-(--toast-air) pr-2 pl-4 shadow-float",
            "data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=move]:translate-y-(--radix-toast-swipe-move-y)",
          )}
        >
          {shown.tone === "bad" ? (
            <CircleAlert aria-hidden size={20} strokeWidth={1.75} className="mt-2.5 shrink-0 text-bad" />
          ) : shown.tone === "good" ? (
            <CircleCheck aria-hidden size={20} strokeWidth={1.75} className="mt-2.5 shrink-0 text-ok" />
          ) : null}
          <div className="min-w-0 flex-1 self-center py-(--toast-air)">
            <Toast.Title className="font-semibold text-ink">{shown.title}</Toast.Title>
            {shown.description ? (
              <Toast.Description className="text-quiet text-sm">{shown.description}</Toast.Description>
            ) : null}
            {shown.tone === "bad" && support ? (
              <p className="text-quiet text-sm">
                Need help? Write to{" "}
                <a href={`mailto:${support}`} className="wrap-anywhere font-semibold text-ink underline">
                  {support}
                </a>
              </p>
            ) : null}
          </div>
          {shown.action ? (
            <Toast.Action
              altText={shown.action.label}
              onClick={shown.action.onPress}
              className="h-control shrink-0 self-center rounded-md px-3 font-semibold text-ink hover:bg-hover"
            >
              {shown.action.label}
            </Toast.Action>
          ) : null}
          <Toast.Close
            aria-label="Close"
            className="flex size-10 shrink-0 items-center justify-center rounded-md text-quiet hover:bg-hover hover:text-ink"
          >
            <X aria-hidden size={20} strokeWidth={1.75} />
          </Toast.Close>
        </Toast.Root>
      ) : null}
      {/* A dialog hides what is outside it but for live regions. What is new is announced beside this one, so it is off. */}
      <Toast.Viewport
        aria-live="off"
        className="toast-place fixed inset-x-3 z-60 mx-auto flex max-w-[420px] outline-none md:right-6 md:left-auto md:mx-0 md:w-[420px]"
      />
    </Toast.Provider>
  );
}
