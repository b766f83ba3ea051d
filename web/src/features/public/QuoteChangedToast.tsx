import { useEffect } from "react";
import { createPortal } from "react-dom";
import { ToastProvider } from "../../ui/Toaster";
import { clearToast, toast } from "../../ui/toast";

/**
 * A toast at any part of the page that says that the quote has just changed, with a button to the details.
 * `onShow` is stable.
 */
export function QuoteChangedToast({ onShow }: { onShow: () => void }) {
  useEffect(() => {
    toast({
      title: "This quote has just changed",
      action: { label: "Show me", onPress: onShow },
      // The phone may be in a pocket: the toast stays until it is closed, or the change has been read.
      duration: Number.POSITIVE_INFINITY,
    });
    return clearToast;
  }, [onShow]);
  // Rendered over the whole page, whichever part of it uses this.
  return createPortal(
    <div className="print:hidden">
      <ToastProvider>{null}</ToastProvider>
    </div>,
    document.body,
  );
}
