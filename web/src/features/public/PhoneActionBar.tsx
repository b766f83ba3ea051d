import { Check, ListChecks } from "lucide-react";
import { type RefObject, useEffect, useState } from "react";
import type { Presentation } from "../../api/generated/Presentation";
import { appendVatText, getAcceptLabel } from "../../documents/accepting/acceptance";
import { hasPickableItems, type QuotePicker } from "../../documents/accepting/useQuotePicker";
import { Button } from "../../ui/Button";
import { cx } from "../../ui/cx";
import { Money } from "../../ui/Money";
import type { PendingDecision } from "./customer-actions";
import { ACTION_BAR_MARGIN } from "./useInView";

/** The customer's next step: choosing options, accepting a quote, or paying an amount. */
export type CustomerStep = "choose" | "accept" | "pay" | null;

/**
 * Finds the control of the first choice in the printable document. Only a document without choices is led to
 * its first option, which can come before the choices.
 */
export const findFirstOption = ({ current }: RefObject<HTMLElement | null>) =>
  current?.querySelector<HTMLInputElement>(".paper-pick-head input") ??
  current?.querySelector<HTMLInputElement>(".paper-choice input") ??
  null;

/**
 * The next step. Accepting comes after choosing: a customer with options is led to them first, until one was
 * in view.
 */
export function useNextStep(
  doc: Presentation,
  version: string,
  documentRef: RefObject<HTMLElement | null>,
): CustomerStep {
  const [seenVersion, setSeenVersion] = useState<string | null>(null);
  const { accept, pay } = doc.actions;
  const hasUnseenOptions = accept && hasPickableItems(doc) && seenVersion !== version;
  useEffect(() => {
    const option = hasUnseenOptions && findFirstOption(documentRef);
    if (!option) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setSeenVersion(version);
      },
      { rootMargin: ACTION_BAR_MARGIN },
    );
    observer.observe(option);
    return () => observer.disconnect();
  }, [hasUnseenOptions, documentRef, version]);
  if (hasUnseenOptions) return "choose";
  if (accept) return "accept";
  return pay ? "pay" : null;
}

/**
 * As wide as the amount allows; in a row of its own where they don't fit side by side. With larger text the
 * bar's spaces don't grow, so that it leaves room for the document.
 */
const BUTTON_CLASS = "min-h-[min(3rem,64px)]! max-w-full grow whitespace-normal! leading-tight sm:grow-0";

/** Leads to the choices or options in the printable document. */
export function ChooseButton({
  document: { actions },
  documentRef,
  ...props
}: {
  document: Presentation;
  documentRef: RefObject<HTMLElement | null>;
  block?: boolean;
  className: string;
}) {
  return (
    <Button
      {...props}
      variant="primary"
      icon={<ListChecks aria-hidden size={20} strokeWidth={1.75} />}
      onClick={() => focusAndHighlight(findFirstOption(documentRef))}
    >
      {actions.choose ? "See the choices" : "Choose options"}
    </Button>
  );
}

/** The bar's id: for a screen reader it belongs to the panel with the customer's actions. */
export const ACTION_BAR_ID = "what-to-do";

/** The bar at the foot of a phone's screen while the document is read: the amount, and the next step. */
export function PhoneActionBar({
  step,
  choice,
  decision,
  documentRef,
  payCard,
  isProcessing,
  isPaySeen,
  onPay,
}: {
  step: NonNullable<CustomerStep>;
  choice: QuotePicker;
  decision: PendingDecision;
  /** The document with the options. */
  documentRef: RefObject<HTMLElement | null>;
  /** The card with the payment methods. */
  payCard: RefObject<HTMLElement | null>;
  /** A card payment is being processed, so there is nothing to press. */
  isProcessing: boolean;
  /** Whether the payment button itself is in view: the bar then doesn't add a second main button. */
  isPaySeen: boolean;
  /** Called when the pay button is pressed. */
  onPay: () => void;
}) {
  const { presentation: doc, hasFailed, isCalculating } = choice;
  const isDeposit = step === "pay" && doc.kind === "quote";
  const isInstalment = step === "pay" && Boolean(doc.actions.pay?.instalment);
  const amount = isDeposit || isInstalment ? doc.actions.pay?.amount : doc.summary.amount;
  const label = isDeposit ? "Deposit" : isInstalment ? "To pay next" : doc.summary.label;
  return (
    // In a low window, as at 400 % zoom, it would cover the text, so it isn't fixed to the foot there.
    <section
      id={ACTION_BAR_ID}
      aria-label="What to do"
      className="fixed inset-x-0 bottom-0 z-10 border-line border-t bg-paper pb-safe lg:hidden print:hidden [@media(max-height:25rem)]:static [@media(max-height:25rem)]:rounded-lg [@media(max-height:25rem)]:border"
    >
      {hasFailed && (
        <p className="border-line border-b px-4 py-2 text-bad text-sm">
          {doc.actions.choose
            ? "The new total could not be worked out. Pick it again."
            : "The new total could not be worked out. Tick the item again."}
        </p>
      )}
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-4 gap-y-[8px] px-4 py-[10px] md:px-6">
        <div className="min-w-0">
          <p className="text-quiet text-xs">{appendVatText(label, doc.summary.vat)}</p>
          <Money
            text={amount ?? ""}
            className={cx("block font-semibold text-ink text-xl", isCalculating && "opacity-50")}
          />
        </div>
        {step === "choose" && (
          <ChooseButton document={doc} documentRef={documentRef} className={BUTTON_CLASS} />
        )}
        {step === "accept" && (
          <Button
            variant="accent"
            className={BUTTON_CLASS}
            disabled={isCalculating}
            icon={<Check aria-hidden size={20} strokeWidth={2} />}
            onClick={() => decision.start("accept")}
          >
            {getAcceptLabel(doc)}
          </Button>
        )}
        {step === "pay" && !isProcessing && (
          <Button
            variant={isPaySeen ? "secondary" : "primary"}
            className={BUTTON_CLASS}
            onClick={() => {
              onPay();
              focusAndHighlight(findPaymentControl(payCard.current));
            }}
          >
            {isDeposit ? "Pay deposit" : "Pay now"}
          </Button>
        )}
      </div>
    </section>
  );
}

/**
 * The next control in the card: the pay button, otherwise the first payment method or link, otherwise the
 * card.
 */
function findPaymentControl(payCard: HTMLElement | null) {
  return (
    payCard?.querySelector<HTMLElement>("[data-pays] > button") ??
    payCard?.querySelector<HTMLElement>("input, a") ??
    payCard
  );
}

/**
 * Scrolls to an element and focuses it. A ring is drawn while it has the focus, which a tap wouldn't cause:
 * if the element was in view already, nothing else would show a response.
 */
function focusAndHighlight(element: HTMLElement | null) {
  if (!element) return;
  element.scrollIntoView({ block: "center", behavior: "smooth" });
  element.dataset.led = "";
  element.addEventListener("blur", () => delete element.dataset.led, { once: true });
  element.focus({ preventScroll: true });
}
