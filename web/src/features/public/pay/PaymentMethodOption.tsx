import { Banknote, CreditCard, Landmark, type LucideIcon, Wallet } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../../../ui/cx";

/** The icon and texts of a payment method, and its button's label. */
interface PaymentMethodTexts {
  icon: LucideIcon;
  formatButtonLabel: (amount: string) => string;
  busyLabel: string;
  hint: string;
}

const RECORDING = "Recording…";

export const PAYMENT_METHODS: Record<string, PaymentMethodTexts> = {
  stripe: {
    icon: CreditCard,
    formatButtonLabel: (amount) => `Pay ${amount} by card`,
    busyLabel: "Opening the checkout…",
    hint: "You pay on the card provider’s secure page and come back here.",
  },
  bank_or_card: {
    icon: CreditCard,
    formatButtonLabel: (amount) => `Pay ${amount} by bank or card`,
    busyLabel: "Opening the checkout…",
    hint: "You choose your bank or a card on the payment provider’s secure page, and come back here.",
  },
  bank_transfer: {
    icon: Landmark,
    formatButtonLabel: () => "I have made the transfer",
    busyLabel: RECORDING,
    hint: "Make the transfer from your bank, then tell us here.",
  },
  cash: {
    icon: Banknote,
    formatButtonLabel: () => "I have paid in cash",
    busyLabel: RECORDING,
    hint: "Hand the cash over, then tell us here.",
  },
  paypal: {
    icon: Wallet,
    formatButtonLabel: () => "I have paid by PayPal",
    busyLabel: RECORDING,
    hint: "Pay the business by PayPal, then tell us here.",
  },
};

/** One payment method; its details are displayed when it is chosen. */
export function PaymentMethodOption({
  method,
  label,
  isChosen,
  onChoose,
  children,
}: {
  method: string;
  label: string;
  isChosen: boolean;
  onChoose: () => void;
  children: ReactNode;
}) {
  const Icon = PAYMENT_METHODS[method]?.icon ?? Wallet;
  return (
    <div className={cx("rounded-md border transition-colors", isChosen ? "border-ink" : "border-line")}>
      <label className="flex min-h-12 cursor-pointer items-center gap-3 px-3">
        <input
          type="radio"
          name="method"
          value={method}
          checked={isChosen}
          onChange={onChoose}
          className="size-5 shrink-0 accent-ink"
        />
        <Icon aria-hidden size={20} strokeWidth={1.75} className="text-quiet" />
        <span className="font-medium text-ink">{label}</span>
      </label>
      {isChosen && children}
    </div>
  );
}
