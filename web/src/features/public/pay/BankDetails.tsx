import { Check, Copy, ExternalLink } from "lucide-react";
import { useState } from "react";
import type { DetailRow } from "../../../api/generated/DetailRow";
import type { PaymentCard } from "../../../api/generated/PaymentCard";
import { Button } from "../../../ui/Button";
import { copyText } from "../../../ui/clipboard";

/** The details for a transfer, with the reference and the amount: each with a button that copies it. */
export function BankDetails({ rows, amount }: { rows: DetailRow[]; amount: string }) {
  const hasAccount = rows.some(({ label }) => ["Account number", "PayPal email"].includes(label));
  return (
    <div className="border-line border-t px-3 py-1">
      {!hasAccount && <p className="py-2 text-sm">Ask the business for its account number first.</p>}
      <dl>
        {[...rows, { label: "Amount", value: amount }].map((row) => (
          <div key={row.label} className="relative flex min-h-12 flex-col justify-center py-1 pr-14">
            <dt className="text-quiet text-xs">{row.label}</dt>
            <dd className="break-words font-semibold text-ink tabular-nums">
              {row.value}
              <CopyDetailButton row={row} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Formats an amount as banking apps accept it: without its pound sign and commas. */
const toPlainAmount = (value: string) => (/^£[\d,.]+$/.test(value) ? value.replace(/[£,]/g, "") : value);

/** A label within a sentence: 'PayPal email' and 'IBAN' retain their capitals. */
const lowerFirstLetter = (label: string) =>
  /^[A-Z][a-z]+\b/.test(label) ? label[0]?.toLowerCase() + label.slice(1) : label;

function CopyDetailButton({ row }: { row: DetailRow }) {
  const [copied, setCopied] = useState(false);
  return (
    <Button
      variant="quiet"
      aria-label={copied ? `${row.label} copied` : `Copy ${lowerFirstLetter(row.label)}`}
      onClick={() => {
        void copyText(toPlainAmount(row.value)).then(setCopied);
      }}
      className="absolute inset-y-0 right-0 my-auto w-control px-0! text-quiet"
    >
      {copied ? <Check aria-hidden size={18} className="text-ok" /> : <Copy aria-hidden size={18} />}
    </Button>
  );
}

/** How to pay by PayPal: PayPal's own page with the amount, or the address to send to, with a copy button. */
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
