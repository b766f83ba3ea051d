import { Banknote, CreditCard, Landmark, type LucideIcon, Wallet } from "lucide-react";

/** How a way to pay looks, what it asks of the customer, and the words of its button. */
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
