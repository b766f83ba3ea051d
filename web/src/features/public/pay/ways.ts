import { Banknote, CreditCard, Landmark, type LucideIcon, Wallet } from "lucide-react";

/** How a way to pay looks, what it asks of the customer, and the words of its button. */
interface WayWords {
  icon: LucideIcon;
  done: (amount: string) => string;
  busy: string;
  hint: string;
}

const RECORDING = "Recording…";

export const WAYS: Record<string, WayWords> = {
  stripe: {
    icon: CreditCard,
    done: (amount) => `Pay ${amount} by card`,
    busy: "Opening the checkout…",
    hint: "You pay on the card provider’s secure page and come back here.",
  },
  bank_or_card: {
    icon: CreditCard,
    done: (amount) => `Pay ${amount} by bank or card`,
    busy: "Opening the checkout…",
    hint: "You choose your bank or a card on the payment provider’s secure page, and come back here.",
  },
  bank_transfer: {
    icon: Landmark,
    done: () => "I have made the transfer",
    busy: RECORDING,
    hint: "Make the transfer from your bank, then tell us here.",
  },
  cash: {
    icon: Banknote,
    done: () => "I have paid in cash",
    busy: RECORDING,
    hint: "Hand the cash over, then tell us here.",
  },
  paypal: {
    icon: Wallet,
    done: () => "I have paid by PayPal",
    busy: RECORDING,
    hint: "Pay the business by PayPal, then tell us here.",
  },
};
