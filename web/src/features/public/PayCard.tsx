import { Banknote, Check, Copy, Landmark, Wallet } from "lucide-react";
import { type ReactNode, useState } from "react";
import { errorMessage } from "../../api/errors";
import type { DetailRow } from "../../api/generated/DetailRow";
import type { Pay } from "../../api/generated/Pay";
import { Button } from "../../ui/Button";
import { copyText } from "../../ui/copy";
import { cx } from "../../ui/cx";
import { IconButton } from "../../ui/IconButton";
import type { useCustomerDeed } from "./mutations";

/** How each way looks, what it asks of the customer, and the words of the button that records it. */
const WAYS: Record<string, { icon: typeof Wallet; done: string; hint: string }> = {
  bank_transfer: {
    icon: Landmark,
    done: "I have made the transfer",
    hint: "Make the transfer from your bank, then tell us here.",
  },
  cash: { icon: Banknote, done: "I have paid in cash", hint: "Hand the cash over, then tell us here." },
  paypal: {
    icon: Wallet,
    done: "I have paid by PayPal",
    hint: "Pay the business by PayPal, then tell us here.",
  },
};

/** The ways to pay that the business takes; recording one asks the business to confirm it. */
export function PayCard({ pay, deed }: { pay: Pay; deed: ReturnType<typeof useCustomerDeed> }) {
  const ways = pay.options.filter((option) => option.method in WAYS);
  const [chosen, setChosen] = useState<string | null>(ways.length === 1 ? (ways[0]?.method ?? null) : null);
  const way = chosen === null ? undefined : WAYS[chosen];
  if (ways.length === 0) return null;
  return (
    <section className="rounded-lg border border-line bg-paper p-4 md:p-5">
      <h2 className="font-semibold text-base">{pay.title}</h2>
      <fieldset className="mt-3 grid gap-2">
        <legend className="sr-only">How would you like to pay?</legend>
        {ways.map((option) => (
          <Way
            key={option.method}
            method={option.method}
            label={option.label}
            chosen={option.method === chosen}
            onChoose={() => setChosen(option.method)}
          >
            {option.method === "bank_transfer" && <BankDetails rows={pay.bank} amount={pay.amount} />}
          </Way>
        ))}
      </fieldset>
      {way && chosen && (
        <>
          <p className="mt-3 text-quiet text-sm">{way.hint}</p>
          <Button
            variant="accent"
            block
            className="mt-3"
            busy={deed.isPending}
            busyLabel="Recording…"
            onClick={() =>
              deed.mutate(
                { deed: "payment", method: chosen },
                // What became of it is said at the top.
                { onSuccess: () => window.scrollTo({ top: 0 }) },
              )
            }
          >
            {way.done}
          </Button>
        </>
      )}
      {deed.isError && (
        <p role="alert" className="mt-2 text-bad text-sm">
          {errorMessage(deed.error)}
        </p>
      )}
    </section>
  );
}

function Way({
  method,
  label,
  chosen,
  onChoose,
  children,
}: {
  method: string;
  label: string;
  chosen: boolean;
  onChoose: () => void;
  children: ReactNode;
}) {
  const Icon = WAYS[method]?.icon ?? Wallet;
  return (
    <div className={cx("rounded-md border transition-colors", chosen ? "border-ink" : "border-line")}>
      <label className="flex min-h-12 cursor-pointer items-center gap-3 px-3">
        <input
          type="radio"
          name="method"
          value={method}
          checked={chosen}
          onChange={onChoose}
          className="size-5 shrink-0 accent-ink"
        />
        <Icon aria-hidden size={20} strokeWidth={1.75} className="text-quiet" />
        <span className="font-medium text-ink">{label}</span>
      </label>
      {chosen && children}
    </div>
  );
}

function BankDetails({ rows, amount }: { rows: DetailRow[]; amount: string }) {
  return (
    <dl className="border-line border-t px-3 py-1">
      {[...rows, { label: "Amount", value: amount }].map((row) => (
        <div key={row.label} className="flex min-h-12 items-center gap-2">
          <div className="min-w-0 flex-1">
            <dt className="text-quiet text-xs">{row.label}</dt>
            <dd className="break-words font-semibold text-ink tabular-nums">{row.value}</dd>
          </div>
          <CopyButton row={row} />
        </div>
      ))}
    </dl>
  );
}

function CopyButton({ row }: { row: DetailRow }) {
  const [copied, setCopied] = useState(false);
  return (
    <IconButton
      label={copied ? `${row.label} copied` : `Copy ${row.label.toLowerCase()}`}
      icon={copied ? <Check aria-hidden size={18} className="text-ok" /> : <Copy aria-hidden size={18} />}
      onClick={() => {
        void copyText(row.value.replace(/^£/, "")).then(setCopied);
      }}
      className="text-quiet"
    />
  );
}
