import { ExternalLink } from "lucide-react";
import type { PaymentCard } from "../../../api/generated/PaymentCard";
import { Button } from "../../../ui/Button";
import { BankDetails } from "./BankDetails";

/** Where PayPal is paid: PayPal's own page with the amount on it, or the address to send to, to copy. */
export function PayPalDetails({ pay }: { pay: PaymentCard }) {
  if (!pay.paypal?.startsWith("https://")) {
    return <BankDetails rows={[{ label: "PayPal email", value: pay.paypal ?? "" }]} amount={pay.amount} />;
  }
  return (
    <div className="border-line border-t p-3">
      <Button asChild block>
        <a href={`${pay.paypal}/${pay.value}GBP`} target="_blank" rel="noopener noreferrer">
          <ExternalLink aria-hidden size={18} strokeWidth={1.75} />
          {`Pay ${pay.amount} at PayPal`}
        </a>
      </Button>
    </div>
  );
}
