import { useEffect } from "react";
import { createPortal } from "react-dom";
import { ToastProvider } from "../../ui/Toaster";
import { clearToast, toast } from "../../ui/toast";

/** Says where the customer reads that the quote has just changed, and leads to what says more. `onShow` is stable. */
export function QuoteChangedToast({ onShow }: { onShow: () => void }) {
  useEffect(() => {
    toast({
      title: "This quote has just changed",
      action: { label: "Show me", onPress: onShow },
      // The phone may be in a pocket: it stays until it is closed, or what it says is known.
      duration: Number.POSITIVE_INFINITY,
    });
    return clearToast;
  }, [onShow]);
  // Over all of the page, whatever part of it has asked for this.
  return createPortal(
    <div className="print:hidden">
      <ToastProvider>{null}</ToastProvider>
    </div>,
    document.body,
  );
}
