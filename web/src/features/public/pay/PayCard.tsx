import { type Ref, useCallback, useEffect, useRef, useState } from "react";
import type { Help } from "../../../api/generated/Help";
import type { PaymentCard } from "../../../api/generated/PaymentCard";
import { Banner } from "../../../ui/Banner";
import { Button } from "../../../ui/Button";
import { cx } from "../../../ui/cx";
import { VERY_WIDE } from "../../../ui/device";
import { type CustomerMutation, describeActionError, isActionPending } from "../customer-actions";
import { ContactButtons } from "../HelpCard";
import { BankDetails, PayPalDetails } from "./BankDetails";
import type { CardCheckout } from "./checkout";
import { PAYMENT_METHODS, PaymentMethodOption } from "./PaymentMethodOption";

/** Stays in view at the foot of the panel if the panel is taller than the window. */
const STICKY_CLASS = "lg:sticky lg:bottom-0";

/** The payment methods with details above the button, which it must not cover. */
const METHODS_WITH_DETAILS: ReadonlySet<string> = new Set(["bank_transfer", "paypal"]);

/** The payment methods that the business accepts; recording a payment asks the business to confirm it. */
export function PayCard({
  pay: requested,
  vat,
  help,
  bankNotes = [],
  card,
  payByBank,
  mutation,
  checkout,
  wantsToPay,
  hasJustAccepted,
  isProcessing,
  isLate,
  buttonRef,
  ref,
}: {
  pay: PaymentCard;
  /** The text about the VAT in its amounts; omitted where there is no VAT. */
  vat?: string;
  /** The business's contact details. */
  help: Help | null;
  /** What to know about the bank details before paying into them. */
  bankNotes?: string[];
  /** Whether card checkout is available. */
  card: boolean;
  /** Whether it also takes payments from the customer's bank account. */
  payByBank: boolean;
  mutation: CustomerMutation;
  checkout: CardCheckout;
  /**
   * Whether the customer has asked to pay; the card then asks them to choose a payment method if they
   * haven't.
   */
  wantsToPay: boolean;
  /** Whether the quote was accepted a moment ago, so that paying comes next. */
  hasJustAccepted: boolean;
  /** Whether a card payment was made and isn't confirmed yet. */
  isProcessing: boolean;
  /** Whether the confirmation takes longer than it should. */
  isLate: boolean;
  /** Attached to the pay button while it can be pressed. */
  buttonRef: (element: HTMLElement | null) => void;
  ref: Ref<HTMLElement>;
}) {
  const methods = requested.options.filter(
    ({ method }) => PAYMENT_METHODS[method] && (method !== "stripe" || card),
  );
  const onlyMethod = methods.length === 1 ? methods[0]?.method : undefined;
  const [picked, setPicked] = useState<string | null>(null);
  const [paysAll, setPaysAll] = useState(false);
  // The whole balance may be paid instead of the requested instalment.
  const pay = paysAll && requested.all ? { ...requested, ...requested.all } : requested;
  // A customer who returns from the checkout chose the card.
  const wantedMethod = isProcessing ? "stripe" : (picked ?? onlyMethod);
  const chosen = methods.find(({ method }) => method === wantedMethod)?.method;
  const findTextKey = (method: string) => (method === "stripe" && payByBank ? "bank_or_card" : method);
  const texts = chosen === undefined ? undefined : PAYMENT_METHODS[findTextKey(chosen)];
  const hasDetails = chosen !== undefined && METHODS_WITH_DETAILS.has(chosen);
  const button = useRef<HTMLElement>(null);
  const attachButton = useCallback(
    (element: HTMLElement | null) => {
      button.current = element;
      buttonRef(element);
    },
    [buttonRef],
  );
  useEffect(() => {
    // In a panel that scrolls by itself, the details would be below its edge. On a phone the page scrolls.
    if (picked !== null && hasDetails && window.matchMedia(VERY_WIDE).matches)
      button.current?.scrollIntoView({ block: "nearest" });
  }, [picked, hasDetails]);
  const payment = payByBank ? "payment" : "card payment";
  const problem = chosen === "stripe" ? checkout.problem : describeActionError(mutation, "payment");
  if (methods.length === 0 && !isProcessing) {
    return (
      <AskHowToPayCard title={pay.title} vat={vat} help={help} hasJustAccepted={hasJustAccepted} ref={ref} />
    );
  }
  const handlePay = () => {
    // Only with instalments can the next amount equal the one that somebody else has just paid, so the
    // balance is sent too.
    const left = requested.instalment ? { left: requested.all?.value ?? requested.value } : {};
    if (chosen === "stripe") return checkout.begin({ amount: pay.value, ...left });
    if (!chosen) return;
    const amount = requested.instalment ? { amount: pay.value } : {};
    mutation.mutate({ action: "payment", body: { method: chosen, ...amount, ...left } });
  };
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-label={paysAll && requested.all ? `Pay ${requested.all.amount}` : requested.title}
      className="scroll-mt-4 rounded-lg border border-line bg-paper p-4 outline-none md:p-5"
    >
      {hasJustAccepted && <DepositDueBanner />}
      <h2 className="font-semibold text-base">
        {paysAll && requested.all ? `Pay ${requested.all.amount}` : requested.title}
      </h2>
      <AmountNote texts={[paysAll ? undefined : requested.instalment, vat]} />
      {requested.all && (
        <AmountChoice
          now={requested.amount}
          all={requested.all.amount}
          paysAll={paysAll}
          onChange={setPaysAll}
        />
      )}
      {bankNotes.length > 0 && (
        <Banner tone="amber" className="mt-3">
          {bankNotes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </Banner>
      )}
      {isProcessing && (
        <Banner
          tone="blue"
          live
          className="mt-3"
          title={isLate ? "Still waiting for your payment" : undefined}
        >
          {isLate
            ? `Your ${payment} is taking longer than usual to confirm. You don’t need to pay again: this page shows the payment as soon as it arrives.`
            : `Thank you. Your ${payment} is being confirmed.`}
        </Banner>
      )}
      <p role="status" className="font-medium text-accent text-sm">
        {(wantsToPay || hasJustAccepted) && !chosen && "Choose how you would like to pay."}
      </p>
      <fieldset className="mt-3 grid gap-2" disabled={isProcessing}>
        <legend className={cx(methods.length > 1 ? "mb-2 text-quiet text-sm" : "sr-only")}>
          How would you like to pay?
        </legend>
        {methods.map(({ method, label }) => (
          <PaymentMethodOption
            key={method}
            method={method}
            label={method === "stripe" && payByBank ? "Pay by bank or card" : label}
            isChosen={method === chosen}
            onChoose={() => setPicked(method)}
          >
            {method === "paypal" && <PayPalDetails pay={pay} />}
            {method === "bank_transfer" && <BankDetails rows={pay.bank} amount={pay.amount} />}
          </PaymentMethodOption>
        ))}
      </fieldset>
      {isProcessing ? (
        <Button variant="accent" block busy className="mt-3">
          Payment Processing...
        </Button>
      ) : (
        texts && (
          <>
            <p className="mt-3 text-quiet text-sm">{texts.hint}</p>
            <div
              ref={attachButton}
              data-pays=""
              className={cx("-mb-1 bg-paper pt-3 pb-1", !hasDetails && STICKY_CLASS)}
            >
              <Button
                variant="accent"
                block
                busy={isActionPending(mutation, "payment") || checkout.isBusy}
                busyLabel={texts.busyLabel}
                onClick={handlePay}
              >
                {texts.formatButtonLabel(pay.amount)}
              </Button>
            </div>
          </>
        )
      )}
      {problem && (
        <p role="alert" className="mt-2 text-bad text-sm">
          {problem}
        </p>
      )}
    </section>
  );
}

/** What the amount in the title is: once for the whole card, so that its buttons stay short. */
function AmountNote({ texts }: { texts: (string | undefined)[] }) {
  const text = texts.filter(Boolean).join(", ");
  return text && <p className="text-quiet text-sm first-letter:uppercase">{text}</p>;
}

/** Why the page displays this first after an acceptance. */
function DepositDueBanner() {
  return (
    <Banner tone="green" className="mb-3">
      Thank you, you have accepted the quote. The deposit is due now.
    </Banner>
  );
}

/** An amount is due, but the business accepts no payment method. */
function AskHowToPayCard({
  title,
  vat,
  help,
  hasJustAccepted,
  ref,
}: {
  title: string;
  vat?: string;
  help: Help | null;
  hasJustAccepted: boolean;
  ref: Ref<HTMLElement>;
}) {
  return (
    <section
      ref={ref}
      tabIndex={-1}
      className="scroll-mt-4 rounded-lg border border-line bg-paper p-4 md:p-5"
    >
      {hasJustAccepted && <DepositDueBanner />}
      <h2 className="font-semibold text-base">{title}</h2>
      <AmountNote texts={[vat]} />
      <p className="mt-1 text-quiet text-sm">Please ask the business how it would like to be paid.</p>
      {help && <ContactButtons help={help} className="mt-3" />}
    </section>
  );
}

/** A choice between the amount due now and the whole balance of an invoice with instalments. */
export function AmountChoice({
  now,
  all,
  paysAll,
  onChange,
}: {
  now: string;
  all: string;
  paysAll: boolean;
  onChange: (paysAll: boolean) => void;
}) {
  const options = [
    { before: "", amount: now, after: " now", isAll: false },
    { before: "All ", amount: all, after: "", isAll: true },
  ];
  return (
    <fieldset className="mt-3 grid min-w-0 grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] gap-2">
      <legend className="sr-only">How much would you like to pay?</legend>
      {options.map(({ before, amount, after, isAll }) => (
        <label
          key={String(isAll)}
          className={cx(
            "flex min-h-12 cursor-pointer items-center gap-[min(0.5rem,2vw)] rounded-md border px-[min(0.75rem,3vw)] font-medium text-ink",
            isAll === paysAll ? "border-ink" : "border-line",
          )}
        >
          <input
            type="radio"
            name="how-much"
            checked={isAll === paysAll}
            onChange={() => onChange(isAll)}
            className="size-5 shrink-0 accent-ink"
          />
          <span className="min-w-0 tabular-nums">
            {before}
            <span className="whitespace-nowrap">{amount}</span>
            {after}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
