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

/** The one thing that waits for the customer: options to look at, a quote to accept, an amount to pay. */
export type CustomerStep = "choose" | "accept" | "pay" | null;

/** What picks the first choice in the sheet, or the box of its first option. */
export const findFirstOption = (documentRef: RefObject<HTMLElement | null>) =>
  documentRef.current?.querySelector<HTMLInputElement>(".paper-pick-head input, .paper-choice input") ?? null;

/** Accepting comes after the picks: who has some to make is led there first, until one was in view. */
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

/** As wide as the amount leaves it, a row of its own where they do not fit beside each other. */
const BUTTON_CLASS = "max-w-full grow whitespace-normal! leading-tight sm:grow-0";

/** The bar's id: to a screen reader it is a part of the panel with the customer's options. */
export const ACTION_BAR_ID = "what-to-do";

/** What a phone keeps under the thumb while the document is read: the amount, and the one thing to do. */
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
  /** Where the options are. */
  documentRef: RefObject<HTMLElement | null>;
  /** Where the ways to pay are. */
  payCard: RefObject<HTMLElement | null>;
  /** A card payment is on its way: there is nothing to press. */
  isProcessing: boolean;
  /** What pays is in view itself: the bar is then no second main button beside it. */
  isPaySeen: boolean;
  /** It was pressed to pay. */
  onPay: () => void;
}) {
  const { presentation: doc, hasFailed, isCalculating } = choice;
  const isDeposit = step === "pay" && doc.kind === "quote";
  const isInstalment = step === "pay" && Boolean(doc.actions.pay?.instalment);
  const amount = isDeposit || isInstalment ? doc.actions.pay?.amount : doc.summary.amount;
  const label = isDeposit ? "Deposit" : isInstalment ? "To pay next" : doc.summary.label;
  return (
    // Where the window is low, as at 400 %, it would cover what is read, and stands in its place instead.
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
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2.5 md:px-6">
        <div className="min-w-0">
          <p className="text-quiet text-xs">{appendVatText(label, doc.summary.vat)}</p>
          <Money
            text={amount ?? ""}
            className={cx("block font-semibold text-ink text-xl", isCalculating && "opacity-50")}
          />
        </div>
        {step === "choose" && (
          <Button
            variant="primary"
            className={BUTTON_CLASS}
            icon={<ListChecks aria-hidden size={20} strokeWidth={1.75} />}
            onClick={() => focusAndHighlight(findFirstOption(documentRef))}
          >
            {doc.actions.choose ? "See the choices" : "Choose options"}
          </Button>
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

/** What comes next in the card: its way to pay, what pays by the way that is chosen, or whom to ask. */
function findPaymentControl(payCard: HTMLElement | null) {
  return (
    payCard?.querySelector<HTMLElement>("[data-pays] > button") ??
    payCard?.querySelector<HTMLElement>("input, a") ??
    payCard
  );
}

/**
 * Brings it before the eyes and under the finger. It is ringed while it has the focus, which a tap does not ring: where
 * it was in view already, nothing else answers.
 */
function focusAndHighlight(element: HTMLElement | null) {
  if (!element) return;
  element.scrollIntoView({ block: "center", behavior: "smooth" });
  element.dataset.led = "";
  element.addEventListener("blur", () => delete element.dataset.led, { once: true });
  element.focus({ preventScroll: true });
}
