import { Wallet } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../../../ui/cx";
import { PAYMENT_METHODS } from "./ways";

/** One way to pay; what belongs to it shows when it is chosen. */
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
